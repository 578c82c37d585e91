"""Short forms of given names: our own list, of what is commonly known.

Source: docs/rules/persons.md, PM-3.
"""

from typing import Final

# Each line: a name, and the short forms of it.
SHORT_FORMS: Final = """
abigail: abby gail
albert: al bert bertie
alexander: alex alec sandy sasha sascha xander lex aleks sander alejandro
alexandra: alex sandra sandy sasha alexa lexi
alfred: alf fred alfie freddie
andrew: andy drew
aleksandr: sasha shura alex
aleksei: alyosha lyosha
anastasia: nastya stacy asya ana
andrei: andryusha
anna: annie anya nan nina anita annushka
anthony: tony ant
antonio: toni tonio tono
arthur: art artie
barbara: barb barbie babs basia
bartholomew: bart
beatrice: bea trixie
benjamin: ben benny benji
bernard: bernie
bridget: biddy bridie
catherine: cathy cat cate kate katie kathy kitty kay cassie
charles: charlie chuck chas chaz
charlotte: lottie charlie
christina: chris chrissy tina christie
christopher: chris kit topher
concepcion: concha conchita
constance: connie
cynthia: cindy
daniel: dan danny dani
david: dave davy davey
deborah: deb debbie
dmitri: dima mitya
dolores: lola
donald: don donny
dorothy: dot dottie dolly dora
edward: ed eddie ned ted teddy ward
eleanor: ellie nell nora ella
elena: lena lenochka alyona
elizabeth: liz lizzie beth betty bess betsy eliza libby lisa elsie liza ella lilibet
elzbieta: ela
emily: em emmy
enrique: quique
eugene: gene
evgeni: zhenya
evgenia: zhenya
ferdinand: ferdi
florence: flo florrie
frances: fran fanny francie frankie
francis: frank frankie fran
francisco: paco pancho curro fran
franklin: frank
franziska: franzi sissi
frederick: fred freddie freddy rick fritz
friedrich: fritz fred
gabriel: gabe
gabriela: gabi
gabriella: gabi ella
geoffrey: geoff
george: georgie
gerald: gerry jerry
gertrude: gertie trudy trude
giovanni: gianni vanni nino
giuseppe: beppe peppe pino
gregory: greg
grigori: grisha
guadalupe: lupe lupita
guillermo: memo guille
harold: harry hal
helen: nell ellie lena nellie
henry: harry hank hal
hubert: bert
ignacio: nacho
igor: gosha
irina: ira
isaac: ike
isabel: bella isa izzy bel
isabella: bella isa izzy ella
ivan: vanya
jacob: jake
jacqueline: jackie
james: jim jimmy jamie jem
jan: janek jasiu
jane: janie jenny
janet: jan
jeffrey: jeff
jennifer: jen jenny jenna
jeremy: jerry jem
jessica: jess jessie
jesus: chucho chuy
joanna: jo asia
joao: joaozinho
johannes: hans hannes jo
john: jack johnny jock
jonathan: jon jonny nathan
jorge: coque
jose: pepe chepe
josef: sepp jupp
joseph: joe joey jo
josephine: jo josie
joshua: josh
judith: judy
katarzyna: kasia
katharina: kathi kati kaethe
kenneth: ken kenny
konstantin: kostya
kostas: konstantinos
konstantinos: kostas dinos
krzysztof: krzysiek krzys
laurence: larry laurie
lawrence: larry laurie
leonard: len lenny leo
leonardo: leo nardo
lillian: lily lil
louis: lou louie
louise: lou
luis: lucho
lyudmila: lyuda mila
magdalena: magda lena
malgorzata: gosia
manuel: manolo manu
marcus: marc mark
margaret: maggie meg peggy madge marge daisy greta rita peg mags
margarethe: grete gretel gretchen greta rita
maria: masha mascha mia maru mitzi marusya
maria dolores: lola
mariya: masha
martha: marty
martin: marty
mary: molly polly mamie may
mathilda: tilly tilda
matthew: matt matty
maximilian: max
mercedes: merche
michael: mike mick mickey micky mikey
michelle: shelly
mikhail: misha
miroslav: mirek
mohammed: mo
nadezhda: nadya
nancy: nan
natalia: natasha nat talia
nathaniel: nat nate nathan
nicholas: nick nicky nico klaus colin
nikolai: kolya
nikolaos: nikos
olga: olya
oliver: ollie
olivia: liv livvy
pamela: pam
patricia: pat patty patsy tricia trish
patrick: pat paddy
pavel: pasha
penelope: penny
peter: pete
petr: petya
philip: phil pip
piotr: piotrek
rafael: rafa
raymond: ray
rebecca: becky becca
richard: rick dick rich richie ricky
robert: bob rob bobby robbie bert robin
roberto: beto
rodrigo: rodri
ronald: ron ronnie
rosario: charo
rosemary: rose rosie
rudolf: rudi
salvatore: toto turi
samantha: sam sammy
samuel: sam sammy
santiago: santi
sarah: sally sadie
sebastian: seb basti bastian
sergei: seryozha
sofia: sonya
spyridon: spyros
stanislav: stas
stanislaw: staszek
stephanie: steph steffi
stephen: steve stevie
steven: steve stevie
susan: sue susie suzy
svetlana: sveta
tatiana: tanya
teresa: terry tess tessa tere
thaddeus: thad
theodore: ted teddy theo
thomas: tom tommy
timothy: tim timmy
tomasz: tomek
ulrich: uli
valentina: valya
vasily: vasya
victor: vic
victoria: vicky tori vik
vincent: vince vinny
vincenzo: enzo
viktoria: vika
vladimir: volodya vova vlad
walter: walt wally
wilhelm: willi wim
william: will bill billy willy liam wills
wolfgang: wolfi
yekaterina: katya katia
yuri: yura
zachary: zach zack
"""
