"""Spellings and translations of names, and which names are known to belong together: our own lists.

A name that is missing here is only compared by its letters and its sound.

Source: docs/rules/persons.md, PM-3.
"""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from players.core.matching.letters import sound_of
from players.core.matching.short_forms import SHORT_FORMS

# Each line: one name as different countries and registers write it in Latin letters.
_SPELLINGS: Final = """
abdullah abdallah abdulla
abdulrahman abdelrahman abdurrahman
ahmed ahmad ahmet
aisha ayesha aicha aishah aysha
aleksandr aleksander alexandr alexander oleksandr
aleksei alexei alexey oleksii
ali aly
allan alan allen
ann anne
bin ibn
catherine katherine kathryn katharine cathryn kathrin katrin ekaterina yekaterina kateryna
chaim haim
choi choe
cho jo
christian kristian
christopher kristofer kristoffer christoffer
dmitri dimitri dmytro
elena yelena olena
elisabeth elizabeth elizaveta
erdogan erdoghan
eric erik
fatima fatma fatimah fatemeh
geoffrey jeffrey
georgios giorgos yorgos yiorgos george
georgi georgy heorhii
grigori grigory hryhorii
igor ihor
oleg oleh
olga olha
bogdan bohdan
gennadi gennady hennadii
graham graeme grahame
rebecca rebekah rebeca
deborah debora
lakshmi laxmi
levi levy
moshe moses
yitzhak yitzchak itzhak
gonzalez gonsales
hassan hasan
hernandez ernandez
hussein husain hussain hossein husayn hosein
ioannis yannis giannis yiannis
ilya ilia
isaac izak yitzhak
ivan ivann
jeong jung chung
jessica yessica
joseph josef
kang gang
katerina katerini
khadija khadijah hadija
kim gim
kovacs kovach
krzysztof krystof
lawrence laurence
lee li yi i rhee ri
leyla layla laila leila leyla
mahmoud mahmud
marc mark
meyer meier mayer maier mayr
mohammed muhammad mohamed mohammad muhammed mohamad mohamud mehmet mamadou muhamed
mustafa mostafa mustapha
mykola nikolai nikolay
nikolaos nikolas nicholas nicolas
noor nur nour
omar umar omer
osman uthman othman usman
park bak bag pak
philip phillip filip philippe
rodriguez rodrigues
sara sarah
sean shaun shawn
sergei sergii serhii serge sergio
sophia sofia sofiya
stephen steven stefan
stuart stewart
syed sayed said saeed sayyid
theresa teresa
tomas thomas tomasz
tsai cai
viktor victor
volodymyr vladimir wladimir
wang wong
xu hsu
yevgeni evgeni evgeny yevgeny eugene evgenii
yosef yusuf yousef youssef joseph josef yusef iosif
yuri iurii yuriy juri
zhang chang cheung
zhao chao
zhou chou chow
chan chen
huang wong hwang
"""

# Each line: one name in different languages. Brothers and sisters are named so: it is no more than a hint.
_TRANSLATIONS: Final = """
alexander alessandro alejandro alexandre iskander
andrew andreas andre andrea andres andrei andrzej anders
ann anna anne ana hanna hannah anya annette
anthony antonio antoine anton antoni
catherine caterina catalina katarzyna katharina katarina karin katrina
charles carlos carlo karl carl karol
christina cristina christine
daniel danilo daniil
david dawid davide daud
edward eduardo edoardo eduard
elizabeth isabel elisabetta elisabeth elzbieta isabelle erzsebet
francis francisco francesco franz francois franciszek
frederick federico frederic friedrich fryderyk
george jorge giorgio georg georges jerzy yuri
helen elena helena helene ilona
henry enrique enrico heinrich henri henryk
james jaime jacques giacomo jakob diego santiago jacob
john juan jean ivan giovanni johann johannes jan joao ioannis yahya ian sean jonas hans
joseph jose giuseppe josef jozef
julia giulia julie
laurence lorenzo laurent lorenz
louis luis luigi ludwig lewis
luke luca lucas lukas lukasz
margaret margarita marguerite margherita malgorzata margarethe
mark marco marcos marcus marek
mary maria marie marija maryam miriam mariam
matthew mateo matteo mathieu matthias mateusz
michael miguel michele michel mikhail michal
nicholas nicola nikolai mikolaj
paul pablo paolo pavel pawel paulo
peter pedro pietro pierre piotr petr
philip felipe filippo philippe
richard ricardo riccardo ryszard
robert roberto
stephen esteban stefano etienne szczepan istvan
susan susanna susana suzanne zuzanna
thomas tommaso tomas
vincent vicente vincenzo
william guillermo guglielmo guillaume wilhelm willem
"""


def _by_sound(lines: Iterable[Iterable[str]]) -> Mapping[str, frozenset[int]]:
    """Return the lines that each name stands in, by the name's sound."""
    found: dict[str, set[int]] = {}
    for number, names in enumerate(lines):
        for name in names:
            found.setdefault(sound_of(name), set()).add(number)
    return MappingProxyType({name: frozenset(numbers) for name, numbers in found.items()})


def _other_forms(*tables: Mapping[str, frozenset[int]]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for table in tables:
        of_a_line: dict[int, set[str]] = {}
        for sound, numbers in table.items():
            for number in numbers:
                of_a_line.setdefault(number, set()).add(sound)
        for sound, numbers in table.items():
            found.setdefault(sound, set()).update(*(of_a_line[number] for number in numbers))
    return MappingProxyType({sound: frozenset(forms - {sound}) for sound, forms in found.items()})


def _with_spellings(short_forms: str, spellings: str) -> Iterator[list[str]]:
    """Yield each name with its short forms and with the other spellings of the name: *Katie* is of *Kathryn* too."""
    spelled: dict[str, list[str]] = {}
    for names in map(str.split, spellings.split("\n")):
        for name in names:
            spelled.setdefault(sound_of(name), []).extend(names)
    for entry in short_forms.split(";"):
        formal, _, short = entry.strip().partition(":")
        yield [formal, *short.split(), *spelled.get(sound_of(formal), ())]


_FORMALS: Final = _by_sound(_with_spellings(SHORT_FORMS, _SPELLINGS))
_SPELLED: Final = _by_sound(line.split() for line in _SPELLINGS.split("\n"))
_TRANSLATED: Final = _by_sound(line.split() for line in _TRANSLATIONS.split("\n"))
_FORMS: Final = _other_forms(_FORMALS, _SPELLED, _TRANSLATED)


def is_spelling(sound: str, other: str) -> bool:
    """Return whether two sounds are known spellings of one name."""
    return _share(_SPELLED, sound, other)


def is_short_form(sound: str, other: str) -> bool:
    """Return whether one sound is a known short form of the other, or both are of one name."""
    return _share(_FORMALS, sound, other)


def is_translation(sound: str, other: str) -> bool:
    """Return whether two sounds are known as one name in two languages."""
    return _share(_TRANSLATED, sound, other)


def other_forms(sound: str) -> frozenset[str]:
    """Return the sounds of the known spellings, short forms and translations of a name, without its own."""
    return _FORMS.get(sound, frozenset())


def _share(table: Mapping[str, frozenset[int]], sound: str, other: str) -> bool:
    none: frozenset[int] = frozenset()
    return not table.get(sound, none).isdisjoint(table.get(other, none))
