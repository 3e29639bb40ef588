"""Signs of danger and of crime: which of them stand together, and whether they are meant.

One word never decides: a rule asks for signs near each other, and words that make them harmless (a film, a
job, a game, a figure of speech) take it back. Rules that weigh less than 1 need company.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dilem.engine.grid import Language
from dilem.engine.reading.document import Document, Part
from dilem.engine.reading.grammar import Grammar
from dilem.engine.reading.phrases import Hit
from dilem.engine.reading.signs import signs

_WINDOW = 70
"""Signs further apart than this many tokens do not add up."""

_ENOUGH = 1.0
_NEGATION_REACH = 3
_LONGEST = 8
_MANY = 10.0
_DOSES = frozenset({"mg", "ml", "g", "%", "€", "$", "£", ":", "h", "uhr"})


@dataclass(frozen=True, slots=True)
class Rule:
    """Signs that mean something where each stands within `reach` tokens of the first.

    `unless` are the words that make the signs harmless within the same reach of the first sign;
    `is_denied` says that a negation before the first sign takes it back.
    """

    name: str
    needs: tuple[str, ...]
    weight: float = 1.0
    reach: int = 10
    unless: tuple[str, ...] = ()
    is_denied: bool = False
    times: int = 1


@dataclass(frozen=True, slots=True)
class Harm:
    """How strongly a text speaks of danger, of a life at stake, and of crime; 1 and more is enough."""

    danger: float
    life: float
    crime: float

    @property
    def is_danger(self) -> bool:
        """Whether somebody's life or safety is at stake."""
        return self.danger >= _ENOUGH

    @property
    def is_life(self) -> bool:
        """Whether somebody's life is at stake."""
        return self.life >= _ENOUGH

    @property
    def is_crime(self) -> bool:
        """Whether a crime is being planned or hidden."""
        return self.crime >= _ENOUGH


_TOPIC = ("fiction", "work")

SELF: tuple[Rule, ...] = (
    Rule("suicide", ("suicide",), unless=("fiction",), reach=5),
    Rule("weary", ("weary",)),
    Rule("weary_open", ("weary_open",), 1.0, 0, ("place_after",)),
    Rule("farewell", ("farewell",), 0.6),
    Rule("farewell_done", ("farewell", "do_it"), 0.5, 25),
    Rule("throw_self", ("throw_self",), 0.6, 12, ("sport", "fiction")),
    Rule("throw_self_place", ("throw_self", "deadly_place"), 0.5, 8, ("sport", "fiction")),
    Rule("stop_all", ("stop_all",), 0.5),
    Rule("deadly_stop", ("stop_all", "deadly_place"), 0.5, 20),
    Rule("hoard", ("hoard", "medicine"), 1.0, 12, ("past",)),
    Rule("self_cut", ("self_cut",), 1.0, 8, ("shaving",)),
    Rule("voices", ("voices", "hurt_others"), 1.0, 12),
    Rule("hurt_others", ("hurt_others",), 0.6),
    Rule("voices_alone", ("voices",), 0.5),
    Rule("dark_cue", ("dark_cue",), 0.4, times=2),
    Rule("dark_means", ("dark_cue", "means"), 0.6, 40),
)  # fmt: skip

VIOLENCE: tuple[Rule, ...] = (
    Rule("hit_me", ("hit_me",), 1.0, 6, ("games", "past", "hit_harmless")),
    Rule("hit_kin", ("hit", "kin_weak"), 0.6, 6, ("games", "fiction")),
    Rule("hit_by", ("hit", "attacker", "kin_weak"), 0.4, 8, ("games", "fiction")),
    Rule("hit_hard", ("hit", "belt"), 0.6, 10, ("games",)),
    Rule("hit_menace", ("hit", "menace"), 0.4, 16, ("games", "fiction")),
    Rule("choke", ("choke_me",), unless=("fiction",), reach=4),
    Rule("kill_me", ("kill_me",), 0.5, unless=("kill_harmless",), reach=3),
    Rule("kill_me_said", ("kill_me", "threat"), 0.4, 8, ("kill_harmless",)),
    Rule("kill_me_menace", ("kill_me", "menace"), 0.5, 14, ("kill_harmless",)),
    Rule("threat_life", ("threat_life",), 1.0, 6, ("fiction", "kill_harmless", "games")),
    Rule("locked_in", ("locked_in",), unless=("games",)),
    Rule("intruder", ("intruder",), 0.7, unless=("fiction",)),
    Rule("intruder_menace", ("intruder", "menace"), 0.4, 12),
    Rule("afraid_of", ("afraid_of",), 0.7),
    Rule("afraid_menace", ("afraid_of", "menace"), 0.4, 14),
    Rule("weapon_threat", ("weapon", "threat"), 0.4, 8, ("fiction",)),
    Rule("weapon_menace", ("weapon", "menace"), 0.4, 8, ("fiction",)),
    Rule("attacked", ("violent_cue", "attacker"), 0.5, 12, ("games", "fiction", "hit_harmless", "work")),
    Rule("attacked_fear", ("violent_cue", "fear_cue"), 0.5, 30, ("games", "fiction", "hit_harmless", "work")),
    Rule(
        "violent_control",
        ("violent_cue", "control_cue"),
        0.4,
        20,
        ("games", "fiction", "hit_harmless", "work"),
    ),
)  # fmt: skip

BODY: tuple[Rule, ...] = (
    Rule("heart", ("heart_bad",), 1.0, 6, ("fiction", "past", "work", "chest_harmless"), is_denied=True),
    Rule("chest", ("chest", "ache"), 1.0, 4, ("work", "chest_harmless"), is_denied=True),
    Rule("droop", ("face", "droop"), 0.8, 6, ("work", "dentist")),
    Rule("slur", ("slur",), 0.5),
    Rule("limp", ("limb", "limp"), 0.5, 5),
    Rule("sudden_slur", ("sudden", "slur"), 0.4, 25),
    Rule("sudden_limp", ("sudden", "limp"), 0.4, 25),
    Rule("sudden_droop", ("sudden", "droop"), 0.3, 25),
    Rule(
        "breathless",
        ("breathless",),
        1.0,
        6,
        ("fiction", "work", "past", "breath_harmless"),
        is_denied=True,
    ),
    Rule("unconscious", ("unconscious",), 0.7, 6, ("fiction", "past")),
    Rule("unconscious_now", ("unconscious", "alcohol"), 0.5, 20),
    Rule("unconscious_ill", ("unconscious", "symptom"), 0.5, 20),
    Rule("bleed", ("bleed", "heavily"), 1.0, 5, ("fiction", "past", "work"), is_denied=True),
    Rule("pregnant", ("pregnant", "bleed"), 1.0, 16),
    Rule("unborn", ("unborn_still",)),
    Rule("overdose", ("overdose",), 1.0, 5, ("fiction", "work", "past", "overdose_harmless")),
    Rule("dose", ("swallow", "medicine", "many"), 1.0, 6, ("past",)),
    Rule("toxin", ("swallow", "toxin"), 1.0, 9, ("fiction", "past", "toxin_harmless")),
    Rule("wild", ("swallow", "wild_source", "tummy"), 1.0, 14, ("past", "fiction")),
    Rule("poisoned", ("poisoned",), 1.0, 12, ("past", "work", "fiction")),
    Rule("allergy", ("allergy",), 0.6, 6, ("past", "work")),
    Rule("swell", ("swell", "throat"), 0.7, 5),
    Rule("wheeze", ("wheeze",), 0.4),
    Rule("seizure", ("seizure",), 1.0, 6, ("past", "work", "fiction")),
    Rule("head", ("head_hit", "head_bad"), 1.0, 14, ("past",)),
    Rule("fever", ("fever", "floppy"), 1.0, 12, ("past",)),
    Rule("fever_baby", ("fever", "baby", "floppy"), 0.5, 14),
    Rule("severe", ("severe",), 1.0, 6, ("past", "work", "fiction")),
    Rule("symptom_sudden", ("symptom", "sudden"), 0.4, 16),
    Rule("ambulance", ("ambulance",), 0.5, 6, ("work", "past")),
    Rule("acute_mind", ("acute_mind",), 0.4, 6, ("past", "work", "fiction"), times=2),
    Rule("acute_body", ("acute_body",), 0.3, 6, ("past", "work", "fiction"), times=3),
    Rule("acute_event", ("acute_event",), 0.2, 6, ("past", "work", "fiction")),
    Rule("acute_both", ("acute_body", "acute_mind"), 0.3, 24, ("past", "work", "fiction")),
    Rule("acute_after", ("acute_event", "acute_body"), 0.2, 24, ("past", "work", "fiction")),
    Rule("acute_left", ("acute_event", "acute_mind"), 0.2, 24, ("past", "work", "fiction")),
    Rule("remedy", ("remedy", "acute_body"), 0.3, 40),
    Rule("remedy_mind", ("remedy", "acute_mind"), 0.3, 40),
    Rule("urgent", ("urgent", "acute_body"), 0.2, 30),
    Rule("urgent_mind", ("urgent", "acute_mind"), 0.2, 30),
)  # fmt: skip

HAZARD: tuple[Rule, ...] = (
    Rule("gas", ("smell", "gas"), 1.0, 5, ("gas_harmless",), is_denied=True),
    Rule("carbon", ("carbon", "alarm"), 1.0, 14, ("shop",)),
    Rule("burning", ("burning", "place_home"), 1.0, 5, ("fiction", "past", "work", "fire_harmless")),
    Rule("smoke", ("smoke", "comes_in"), 1.0, 5, ("fiction", "past", "work", "fire_harmless")),
    Rule("drown", ("drown",), 1.0, 6, ("drown_figure", "fiction", "work", "past"), is_denied=True),
    Rule("flood", ("flood", "rising"), 0.6, 6, ("past", "prices")),
    Rule("flood_cross", ("rising", "cross"), 0.5, 18),
    Rule("ice", ("thin_ice",), 0.5, 8, ("skates",)),
    Rule("ice_cross", ("thin_ice", "cross"), 0.5, 16, ("skates",)),
    Rule("avalanche", ("avalanche", "risk_level"), 1.0, 14, ("work", "no_risk")),
    Rule("stranded", ("stranded", "mountain"), 0.6, 8, ("fiction",)),
    Rule("stranded_twice", ("stranded_hard", "mountain"), 0.5, 20, ("fiction",)),
    Rule("hazard", ("level_crossing",), 1.0, 6, ("fiction", "past", "work")),
    Rule("peril", ("peril",), 0.3, 6, ("fiction", "past", "work", "prices", "drown_figure"), times=2),
    Rule("peril_choice", ("peril", "perilous_choice"), 0.5, 30, ("fiction", "past", "work", "prices")),
    Rule("missing", ("missing", "missing_who"), 1.0, 8, ("fiction", "past", "pet_only")),
)  # fmt: skip

SAFETY: tuple[Rule, ...] = (
    Rule("papers", ("took_papers", "keeps", "master"), 1.0, 8),
    Rule("abuse", ("abuse",), 1.0, 6, ("fiction", "work")),
    Rule("followed", ("followed",), 1.0, 6, ("social", "fiction")),
    Rule("forced_marriage", ("forced_marriage",), 1.0, 6, ("fiction", "work")),
    Rule("controlled", ("control_cue", "attacker"), 0.5, 18, ("fiction", "work"), times=2),
    Rule("controlled_fear", ("control_cue", "fear_cue"), 0.5, 30, ("fiction", "work")),
    Rule("blackmailed", ("blackmailed",), 1.0, 6, ("fiction",)),
)

CRIME: tuple[Rule, ...] = (
    Rule("kill", ("kill_other",), 1.0, 10, ("fiction", "games"), is_denied=True),
    Rule("bait", ("bait", "bait_place"), 1.0, 8, ("pests",)),
    Rule("beat", ("beat_up",), 1.0, 5, ("fiction", "games"), is_denied=True),
    Rule("hire", ("hire", "beat_up"), 0.5, 10),
    Rule("revenge", ("revenge",), 0.5, 4, ("revenge_harmless", "games", "fiction")),
    Rule("revenge_ruin", ("revenge", "ruin"), 0.5, 30, ("revenge_harmless", "games")),
    Rule("arson", ("arson",), 1.0, 5, ("fiction", "fire_harmless"), is_denied=True),
    Rule("damage", ("damage",), 1.0, 5, ("fiction",), is_denied=True),
    Rule("steal", ("steal",), 1.0, 4, ("fiction", "steal_harmless", "insured", "past"), is_denied=True),
    Rule("fraud", ("fraud",), 1.0, 4, ("fiction", "fraud_harmless"), is_denied=True),
    Rule("fake", ("fake", "document"), 1.0, 4, ("fake_harmless", "fiction"), is_denied=True),
    Rule("tamper", ("payslip", "tamper"), 1.0, 14, ("fiction", "work")),
    Rule("wreck", ("wreck", "his_thing"), 1.0, 3, ("fiction",), is_denied=True),
    Rule("tax", ("tax",), 1.0, 4, ("work", "fiction"), is_denied=True),
    Rule("blackmail", ("blackmail",), 1.0, 4, ("fiction", "sweets"), is_denied=True),
    Rule("spy", ("spy", "victim"), 0.6, 7, ("pet", "fiction")),
    Rule("spy_secretly", ("spy", "secretly"), 0.5, 20, ("pet", "fiction")),
    Rule("nudes", ("nudes", "publish"), 1.0, 8),
    Rule("hack", ("hack",), 1.0, 4, ("hack_harmless", "work", "fiction"), is_denied=True),
    Rule("sell_drug", ("sell", "drug"), 1.0, 5, ("drug_harmless", "fiction"), is_denied=True),
    Rule("deal", ("deal_drugs",), 1.0, 4, ("fiction", "work"), is_denied=True),
    Rule("drunk", ("drank", "drive"), 1.0, 12, ("drive_harmless",)),
    Rule("drink_drive", ("drink_drive",), 1.0, 4, ("work", "fiction"), is_denied=True),
    Rule("hit_run", ("hitrun", "ran_over"), 1.0, 18, ("fiction", "past")),
    Rule("evade", ("evade",), 0.6, 4, ("fiction", "games", "camping")),
    Rule("evade_secretly", ("evade", "hide_it"), 0.5, 20, ("fiction",)),
    Rule("bribe", ("bribe", "official"), 1.0, 10, ("fiction", "sweets"), is_denied=True),
    Rule("perjury", ("perjury",), 0.6, 4, is_denied=True),
    Rule("perjury_untrue", ("perjury", "untrue"), 0.5, 24),
    Rule("lie_court", ("lie_court",), 1.0, 4, ("fiction",), is_denied=True),
    Rule("smuggle", ("smuggle",), 1.0, 4, ("fiction", "work"), is_denied=True),
    Rule("bomb", ("bomb",), 1.0, 4, ("fiction", "work"), is_denied=True),
    Rule("fare", ("fare",), 1.0, 4, is_denied=True),
    Rule("elder", ("plunder", "elder"), 1.0, 24),
    Rule("plunder_secretly", ("plunder", "secretly"), 1.0, 14),
    Rule("late_pension", ("late_pension", "payer"), 1.0, 8),
    Rule("gang_wait", ("gang_wait",), 0.4, 4, ("games", "fiction")),
    Rule("gang_beat", ("gang_wait", "ruin"), 0.4, 30, ("games", "fiction")),
    Rule("drugging", ("drugging",), 1.0, 4, ("fiction",)),
    Rule("spy_act", ("spy_act", "victim"), 0.5, 10, ("pet", "fiction")),
    Rule("spy_means", ("spy", "spy_act"), 0.5, 20, ("pet", "fiction")),
    Rule("inside", ("insider_key", "loot"), 1.0, 14, ("fiction", "insured")),
    Rule("evict", ("evict", "evict_who"), 1.0, 16),
    Rule("cheat_exam", ("cheat_exam",), 1.0, 4, ("fiction", "work")),
    Rule("insider", ("insider_tip", "insider_deal"), 1.0, 16, ("fiction", "work")),
    Rule("buy_paper", ("buy_paper",), 1.0, 4, ("fiction",), is_denied=True),
    Rule("frame", ("frame",), 1.0, 4, ("fiction", "frame_harmless"), is_denied=True),
    Rule("police_near", ("before_word", "police"), 0.6, 4, ("fiction", "games")),
    Rule("police_hide", ("police", "hide_it"), 0.5, 24, ("fiction", "games")),
    Rule("illegal", ("illegal", "illegal_act"), 1.0, 5, ("lawful",), is_denied=True),
    Rule("dump", ("dump", "dump_what", "dump_where"), 1.0, 10),
    Rule("minor", ("minor", "sex"), 1.0, 8),
)  # fmt: skip


def harm(document: Document) -> Harm:
    """Read all parts for signs of danger and crime; signs add up only with signs of their own kind."""
    danger = life = crime = 0.0
    for part in document.parts:
        places = _places(part, document.language)
        events = [_events(part, document.grammar, places, rules) for rules in (SELF, VIOLENCE, BODY, HAZARD)]
        violence = sorted(events[1] + _events(part, document.grammar, places, SAFETY), key=_place)
        life = max(life, *(_densest(kind) for kind in events))
        danger = max(danger, life, _densest(violence))
        crime = max(crime, _densest(_events(part, document.grammar, places, CRIME)))
    return Harm(danger, life, crime)


def explain(document: Document) -> tuple[str, ...]:
    """The names of the rules that hold, for looking into a reading."""
    names: list[str] = []
    for part in document.parts:
        places = _places(part, document.language)
        names.extend(
            rule.name
            for _, rule in _events(
                part, document.grammar, places, SELF + VIOLENCE + BODY + HAZARD + SAFETY + CRIME
            )
        )
    return tuple(dict.fromkeys(names))


_Places = Mapping[str, Sequence[Hit]]
_Event = tuple[int, Rule]
"""Where a rule holds."""


def _places(part: Part, language: Language) -> _Places:
    places = signs(language, "harm").find(part.tokens)
    numbers = [
        Hit("many", index, index + 1, 1)
        for index, token in enumerate(part.tokens)
        if token.fold.isdecimal()
        and len(token.fold) < 4
        and float(token.fold) >= _MANY
        and (index + 1 == len(part.tokens) or part.tokens[index + 1].fold not in _DOSES)
    ]
    temperatures = [Hit("fever", i, i + 1, 1) for i, token in enumerate(part.tokens) if _is_fever(token.fold)]
    if temperatures:
        places["fever"] = sorted([*places.get("fever", ()), *temperatures], key=lambda hit: hit.start)
    if numbers:
        places["many"] = sorted([*places.get("many", ()), *numbers], key=lambda hit: hit.start)
    return places


def _events(part: Part, words: Grammar, places: _Places, rules: Sequence[Rule]) -> list[_Event]:
    starts = {tag: [hit.start for hit in hits] for tag, hits in places.items()}
    events: list[_Event] = []
    for rule in rules:
        if any(need not in places for need in rule.needs):
            continue
        events.extend(
            (hit.start, rule)
            for hit in places[rule.needs[0]]
            if all(_is_near(places[need], starts[need], hit, rule.reach) for need in rule.needs[1:])
            and not _is_excused(part, words, places, starts, rule, hit)
        )
    return sorted(events, key=_place)


def _is_excused(
    part: Part, words: Grammar, places: _Places, starts: Mapping[str, Sequence[int]], rule: Rule, hit: Hit
) -> bool:
    """Whether something nearby makes a sign harmless, or denies it."""
    is_eased = any(
        tag in places and _is_eased(places[tag], starts[tag], hit, rule.reach) for tag in rule.unless
    )
    return is_eased or (rule.is_denied and _is_negated(part, words, hit))


def _place(event: _Event) -> int:
    return event[0]


def _is_near(hits: Sequence[Hit], starts: Sequence[int], hit: Hit, reach: int) -> bool:
    """Whether one of some hits stands within `reach` tokens of another hit."""
    return any(
        (other.start, other.end) != (hit.start, hit.end) for other in _around(hits, starts, hit, reach)
    )


def _is_eased(hits: Sequence[Hit], starts: Sequence[int], hit: Hit, reach: int) -> bool:
    """The same for hits that make another harmless: one inside the other hit is only a part of its words."""
    return any(other.start < hit.start or other.end > hit.end for other in _around(hits, starts, hit, reach))


def _around(hits: Sequence[Hit], starts: Sequence[int], hit: Hit, reach: int) -> Iterator[Hit]:
    first = bisect_left(starts, hit.start - reach - _LONGEST)
    for other in hits[first : first + 4 * reach + _LONGEST]:
        if other.start > hit.end + reach:
            return
        if other.end >= hit.start - reach:
            yield other


def _is_negated(part: Part, words: Grammar, hit: Hit) -> bool:
    for index in range(max(0, hit.start - _NEGATION_REACH), hit.start):
        fold = part.tokens[index].fold
        if words.has("words.negation", fold) and not words.has(
            "words.or", part.tokens[max(0, index - 1)].fold
        ):
            return True
        if fold in {".", "?", "!", ",", "\n"} and index < hit.start - 1:
            continue
    return any(
        words.has("words.negation_after", part.tokens[index].fold)
        and not words.has("words.or", part.tokens[index - 1].fold)
        for index in range(hit.end, min(len(part.tokens), hit.end + 2))
    )


def _densest(events: Sequence[_Event]) -> float:
    """The greatest weight inside one window; a rule counts as often as it may."""
    best = total = 0.0
    counts: dict[str, int] = {}
    first = 0
    for place, rule in events:
        counts[rule.name] = counts.get(rule.name, 0) + 1
        if counts[rule.name] <= rule.times:
            total += rule.weight
        while events[first][0] < place - _WINDOW:
            gone = events[first][1]
            counts[gone.name] -= 1
            if counts[gone.name] < gone.times:
                total -= gone.weight
            first += 1
        best = max(best, total)
    return round(best, 6)


def _is_fever(fold: str) -> bool:
    """A body temperature with its tenth: "39.8" or "40,2"."""
    return len(fold) == 4 and fold[2] in ".," and fold[:2] in {"39", "40", "41"} and fold[3].isdecimal()
