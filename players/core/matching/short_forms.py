"""Short forms of given names: our own list, of what is commonly known.

Source: docs/rules/persons.md, PM-3.
"""

from typing import Final

# Each line: a name, and the short forms of it.
SHORT_FORMS: Final = """
abigail: abby gail
abraham: abe bram
adelaide: addie heidi
adrian: ade
agatha: aggie
agnes: aggie nessie
aidan: aid
alan: al
alasdair: al ali alec
albert: al bert bertie
alberto: beto
alejandra: ale jandra
alejandro: ale jandro alex
aleksandr: sasha shura alex sashko sanya shurik
aleksei: alyosha lyosha
alexander: alex alec sandy sasha sascha xander lex aleks sander alejandro
alexandra: alex sandra sandy sasha alexa lexi
alexandros: alekos alex
alfonso: poncho fonso
alfred: alf fred alfie freddie
alice: ali allie
alison: ali allie
alistair: al ali alec
allison: ali allie
amanda: mandy
amelia: amy millie mel
anastasia: nastya stacy asya ana
anatoly: tolya tolik
andreas: andi andy dreas
andrei: andryusha
andrew: andy drew
angela: angie angel
angelina: angie lina
anna: annie anya nan nina anita annushka
anneliese: anne liesel
annette: annie netty
anthony: tony ant toni
antonia: toni tonia
antonio: toni tonio tono nino
antonios: antonis
archibald: archie
arnold: arnie arno
arsenios: arsenis
arthur: art artie
athanasios: thanasis thanos sakis nasos
aubrey: bree
augustin: gus
augustine: gus augie
augustus: gus
barbara: barb barbie babs basia
barnabas: barney
barnaby: barney
bartholomew: bart
bartlomiej: bartek
beatrice: bea trixie
benedict: ben
benjamin: ben benny benji
bernadette: bernie
bernard: bernie
bernhard: bernd
bertram: bert
bethany: beth
bogdan: bodya
boguslaw: bogus
boris: borya
bradford: brad
bradley: brad
brandon: bran
brendan: bren
bridget: biddy bridie
brittany: britt
bruno: bru
caitlin: cait katie
calvin: cal
cameron: cam
camilla: milla cam
carlos: carlitos charly
carmen: carmela
caroline: carrie caro lina carol lynn
carolyn: carrie lynn carol
cassandra: cassie sandra sandy cass
catherine: cathy cat cate kate katie kathy kitty kay cassie
cecilia: cece ceci celia cissy
charalampos: babis haris charis lampis
charles: charlie chuck chas chaz charley
charlotte: lottie charlie lotte char
chester: chet
christian: chris
christina: chris chrissy tina christie kris
christine: chris chrissy tina christie
christoph: chris stoffel
christopher: chris kit topher christy
christos: hristos
clara: claire clare
clarence: clarry
clement: clem
clementine: clem
clifford: cliff
clifton: cliff
clinton: clint
concepcion: concha conchita
constance: connie
constantine: costa dino gus
cornelia: nelly connie neele
cornelius: neil con
curtis: curt
cynthia: cindy
cyril: cy
daniel: dan danny dani
daniela: dani
danielle: dani elle
daniil: danya
daria: dasha
david: dave davy davey
dawid: dawidek
deborah: deb debbie debra debi debby
debra: deb debbie debby debi
denis: den
denise: dee
dennis: den denny
denys: den
derek: del
desmond: des desi
detlef: detti
diana: di didi
dieter: didi
dimitra: mimi
dimitrios: dimitris mimis takis jimmy
dmitri: dima mitya
dolores: lola
dominic: dom nick
dominik: domi nik
dominique: dom
donald: don donny
dorothea: thea dora dorle
dorothy: dot dottie dolly dora
douglas: doug dougie
duncan: dunc
edgar: ed eddie
edmund: ed eddie ned ted
eduard: edi edik
eduardo: lalo edu
edward: ed eddie ned ted teddy ward
edwin: ed eddie ned
eileen: ellie
eleanor: ellie nell nora ella
eleftherios: lefteris
elena: lena lenochka alyona
eleni: lena
elijah: eli lije
elisabeth: elsa else lisbeth lisa sisi betti elli
elizabeth: liz lizzie beth betty bess betsy eliza libby lisa elsie liza ella lilibet lizbeth lizbet elsa liesel betsey lilly bette
ellen: ellie nell
elliot: eli
elzbieta: ela
emanuel: manny manu
emilia: emmy milly mila
emily: em emmy
emmanouil: manolis manos
emmanuel: manny manolo manu
enrique: quique kike
ernest: ernie
ernst: ernie
estelle: stella
esther: essie
eugene: gene
eugenia: genie
evangelia: vangelio eva lia
evangelos: vangelis vaggelis
evelyn: eve evie
evgeni: zhenya
evgenia: zhenya evgeniya yevgeniya
faina: faya
fatima: fati
felicity: flick fliss
ferdinand: ferdi
fernando: nando fer
florence: flo florrie
frances: fran fanny francie frankie frannie
francesca: fran cesca chess franca
francesco: franco cesco ciccio
francis: frank frankie fran franny
francisco: paco pancho curro fran
franklin: frank
franz: franzl
franziska: franzi sissi
frederica: freddie rica
frederick: fred freddie freddy rick fritz
frederik: fred rik
friedrich: fritz fred
fyodor: fedya
gabriel: gabe gab gabi
gabriela: gabi
gabriele: gabi
gabriella: gabi ella
galina: galya
gareth: gaz
gary: gaz
gavin: gav
gennady: gena
geoffrey: geoff
george: georgie
gerald: gerry jerry
geraldine: gerry
gerard: gerry ged
gerhard: gerd gerdi
gertrude: gertie trudy trude
gilbert: gil bert
gillian: gill jill jilly
giovanna: gianna vanna
giovanni: gianni vanni nino
giuseppe: beppe peppe pino
gladys: glad
gonzalo: gonzo chalo
gordon: gordie gordy
grace: gracie
graham: gray
gregorio: goyo
gregory: greg
gretchen: greta
grigori: grisha
guadalupe: lupe lupita pita
guenther: guenni
guillermo: memo guille
gustavo: gus tavo
gwendolyn: gwen wendy
gwyneth: gwyn gwen
hannah: nan
harold: harry hal
harriet: hattie harry
harrison: harry
hector: tito
heinrich: heinz heiner henk
helen: nell ellie lena nellie
henrietta: etta hetty
henry: harry hank hal
herbert: herb bert herbie
herman: hermie
hermann: manni
hieronymus: ronny
hilary: hil
hortensia: tencha
howard: howie
hubert: bert
hugo: huey
humphrey: hump
ian: iain
ignacio: nacho
igor: gosha
ilona: ilonka
immanuel: manny
imogen: immy
ingeborg: inge
ioanna: gianna nana
ioannis: giannis yannis
irene: rena reni
irina: ira
irving: irv
isaac: ike
isabel: bella isa izzy bel
isabella: bella isa izzy ella
isabelle: belle isa izzy bella
isidore: izzy
ismael: ish
istvan: pista
ivan: vanya vanechka
jackson: jack
jacob: jake
jacqueline: jackie
jakob: jaki
james: jim jimmy jamie jem jimmie jaime jimbo
jan: janek jasiu jasiek
jane: janie jenny
janet: jan
jasmine: jas jazz
javier: javi
jean: jeannie
jeanette: jean
jeffrey: jeff geoff
jennifer: jen jenny jenna jenni
jeremiah: jerry jem
jeremy: jerry jem
jerome: jerry
jerzy: jurek
jessica: jess jessie
jesus: chucho chuy
joachim: jochen achim jo
joanna: jo asia joanne aska
joanne: jo
joao: joaozinho
joaquin: quino
johann: hans hannes jo
johannes: hans hannes jo johan hansi
john: jack johnny jock jon jackie
jonathan: jon jonny nathan johnny
jordan: jordy
jorge: coque coco
jose: pepe chepe toni josan joselu pepelu josema chema
josef: sepp jupp
josefa: pepa
josefina: fina
joseph: joe joey jo jojo
josephine: jo josie
joshua: josh
josiah: joe
jozef: jozek
juan: juanito juancho juanca juanjo
judith: judy
juergen: juerg
julia: jules julie
julian: jules
justin: jus
kamil: kamilek
karl: kalle
karolina: karo lina
katarzyna: kasia
katharina: kathi kati kaethe
kathleen: kath kathy kate katie kay
kenneth: ken kenny kenn
kimberly: kim kimmy
kirsten: kirsty
konrad: kurt conny
konstantin: kostya
konstantinos: kostas dinos
kostas: konstantinos
kristina: kris kristy tina
kristine: kris kristy tina
krzysztof: krzysiek krzys
kyriakos: kyr
lambros: lambis
larissa: lara
laura: laurie lori
lauren: laurie
laurence: larry laurie
lawrence: larry laurie lars
leonard: len lenny leo
leonardo: leo nardo
leonid: lyonya
leopold: leo poldi
leopoldo: leo polo
leroy: lee
leslie: les
lester: les
letitia: tisha letty
lillian: lily lil lilly
lionel: leo
liselotte: lilo lotte
lorenzo: renzo
lorraine: lori
louis: lou louie
louisa: lou
louise: lou
lourdes: lulu
lucas: luke
lucia: lucy lulu
lucille: lucy lu
lucinda: lucy cindy
ludmila: lyuda mila luda
ludwig: lutz wiggerl
luis: lucho
luisa: lulu
lydia: lyddie
lynnette: lynn
lyubov: lyuba
lyudmila: lyuda mila
mackenzie: mac kenzie
madeleine: maddy
madeline: maddy
madison: maddy
magdalena: magda lena
maksim: max
malcolm: mal
malgorzata: gosia
manfred: manni fred
manuel: manolo manu
marcel: marc
marcella: marcy
marcus: marc mark
margaret: maggie meg peggy madge marge daisy greta rita peg mags margie margo meggie
margarethe: grete gretel gretchen greta rita
margarita: rita marga
maria: masha mascha mia maru mitzi marusya mary marie ria mariella maricarmen mamen maricris lola majo marijose marisa marilu maite mayte maresi
marianne: mary
marilyn: mary lyn
marina: mara
mario: mayo
mariya: masha
marjorie: marge margie
marlene: lena
marshall: marsh
martha: marty mattie
martin: marty
martina: tina
marvin: marv
mary: molly polly mamie may
mathilda: tilly tilda
matilda: tilly tilda mattie
matthew: matt matty
matthias: matze matti hias mats
maureen: mo
maurice: mo
maxim: max
maximilian: max
maximiliano: maxi max
maxine: max
maxwell: max
megan: meg meggie
melanie: mel
melinda: mel mindy
melissa: mel missy lissa
melvin: mel
mercedes: merche meche merceditas
meredith: merry
michael: mike mick mickey micky mikey michi mischa mikel mitch
michail: michalis
michelle: shelly
miguel: migue mike
mikhail: misha mishka
mildred: millie
millicent: millie
miranda: mandy randy
miriam: mim mimi
miroslav: mirek
mitchell: mitch
mohammed: mo mohd md moe hamada muhd mohamad
monica: mona
montgomery: monty
mordechai: motti
morgan: mo
moshe: moishe moish
muriel: mu
nadezhda: nadya nadia
nancy: nan
natalia: natasha nat talia nata
natalie: nat
nathan: nat nate
nathaniel: nat nate nathan
neville: nev
nicholas: nick nicky nico klaus colin
nicola: nicky
nicole: nicky niki nic
nikita: nik
nikolai: kolya
nikolaos: nikos nikolas niko
nikolaus: klaus nick
nina: ninochka
norman: norm
oksana: ksana
oleg: olezhka
oleksandr: sashko olek
olga: olya olenka
oliver: ollie
olivia: liv livvy
oscar: ossie
oswald: ozzy
pamela: pam pammy
panagiotis: panos takis
panteleimon: pantelis
parisa: pari
patricia: pat patty patsy tricia trish trisha
patrick: pat paddy rick ricky patsy pad
pavel: pasha
pawel: pawelek
penelope: penny
percival: percy
perpetua: pet
peter: pete petey
petr: petya
philip: phil pip
philippa: pippa pip
phyllis: phyl
pilar: pili
piotr: piotrek
polyxeni: xenia
priscilla: cilla prissy
prudence: prue
rachel: rach rae
rafael: rafa
rainer: rai
ramon: moncho
randall: randy
randolph: randy dolph
raphael: rafe rafi
raymond: ray raymie
rebecca: becky becca bec bex
reginald: reg reggie rex
reinhard: reini
reinhold: holdi
renate: reni
rene: renny
reuben: ben
ricardo: rick ricky cardo richi
richard: rick dick rich richie ricky ritchie
robert: bob rob bobby robbie bert robin bobbie robby rab bertie
roberta: bobbie robbie
roberto: beto
roderick: rod rick
rodney: rod
rodrigo: rodri
rogelio: roger
roger: rodge
roland: rollie
rolf: rolfi
roman: roma
ronald: ron ronnie ronny
rosalie: rosie
rosalind: ros
rosanna: anna rose
rosario: charo chayo
rosemary: rose rosie
rowena: ro
rudolf: rudi
rudolph: rudy dolph
rupert: rupe
ruslan: rus
russell: russ
ruth: ruthie
ryszard: rysiek
sabrina: bri
salvador: chava sal
salvatore: toto turi sal
samantha: sam sammy sammi
samuel: sam sammy samy
santiago: santi tiago chago
sarah: sally sadie
scott: scottie
sebastian: seb basti bastian bas
sergei: seryozha serega
sergio: checo
seymour: sy
shannon: shan
sharon: shaz
shirley: shirl
sibylle: bille
sidney: sid
siegfried: sigi siggi
sigmund: siggi
silvia: silvi
simon: si
sofia: sonya sonia sofi
solomon: sol solly
sophia: sophie
sophie: soph
soterios: sotiris
spencer: spence
spyridon: spyros spiros
stanislav: stas slava stasik
stanislaw: staszek
stanley: stan
stefan: steffen
stefania: stefi
stella: stel
stephanie: steph steffi stephy
stephen: steve stevie
steven: steve stevie
stewart: stew stu
stuart: stu
susan: sue susie suzy
susana: susi
susannah: sue susie anna
susanne: susi sanne
suzanne: sue suzie
svetlana: sveta svetka lana
sylvester: sly vester
sylvia: syl
sylvie: syl
sylwester: sylwek
tadeusz: tadek
tamara: tammy toma
tatiana: tanya tania tata
teofil: teo
terence: terry
teresa: terry tess tessa tere teri
thaddeus: thad
theodora: dora thea theo
theodore: ted teddy theo
theodoros: thodoris theo
theresa: terry tess tessa tracy
therese: resi
thomas: tom tommy tommi thom
timofey: tima
timothy: tim timmy timmie
tobias: tobi toby
tomasz: tomek
trevor: trev
ulrich: uli
ursula: uschi ursel ulla
valentin: valya val tino
valentina: valya tina val
valeria: lera val
valerie: val
valery: valera
vanessa: nessa van
vasileios: vasilis bill
vasily: vasya
vera: verochka
veronica: ronnie vera vero
veronika: nika vroni
victor: vic
victoria: vicky tori vik vicki
viktor: vitya vic
viktoria: vika
vincent: vince vinny vin
vincenzo: enzo cenzo
violet: vi
violetta: viola
virginia: ginny ginger
vitaly: vitalik
vivian: viv
vivienne: viv
vladimir: volodya vova vlad vovka
vladislav: vlad vladik slava
vsevolod: seva
vyacheslav: slava
walburga: burgl
waldemar: waldi
wallace: wally
walter: walt wally
wenceslas: vaclav
wendell: wen
werner: werni
wesley: wes
wilfred: wilf fred
wilhelm: willi wim
wilhelmina: mina minnie willa wilma
william: will bill billy willy liam wills billie willie
wilma: wil
winifred: winnie freda
winston: win winnie
wladyslaw: wladek
wojciech: wojtek
wolfgang: wolfi
woodrow: woody
xavier: xavi
ximena: mena
yaroslav: slava yarik
yekaterina: katya katia
yevgenia: zhenya
yolanda: yoli
yuri: yura
yvonne: vonnie
zachary: zach zack
zbigniew: zbyszek
zdzislaw: zdzisiek
zinaida: zina
"""
