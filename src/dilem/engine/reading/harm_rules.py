"""Which signs of danger and of crime mean something together, and which words make them harmless.

The names of signs are the lists of vocabulary/<language>/harm.txt. One word never decides: a rule asks for
signs near each other, and a film, a job, a game or a figure of speech takes it back. Rules that weigh less
than 1 need company.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """Signs that mean something where each of them stands within `reach` tokens of the first.

    `unless` are signs that make them harmless within the same reach; `is_denied` says that a negation before
    the first sign takes it back; `times` is how often the rule may count inside one window.
    """

    name: str
    needs: tuple[str, ...]
    weight: float = 1.0
    reach: int = 10
    unless: tuple[str, ...] = ()
    is_denied: bool = False
    times: int = 1


SELF: tuple[Rule, ...] = (
    Rule("suicide", ("suicide",), 1.0, 5, ("fiction",)),
    Rule("weary", ("weary",)),
    Rule("weary_open", ("weary_open",), 1.0, 0, ("place_after",)),
    Rule("farewell", ("farewell",), 0.6),
    Rule("farewell_done", ("farewell", "do_it"), 0.5, 25),
    Rule("farewell_when", ("farewell", "when_cue"), 0.4, 30),
    Rule("brink", ("brink", "alone_cue"), 1.0, 24, ("fiction", "work", "sport")),
    Rule("pills_now", ("dark_cue", "when_cue"), 0.3, 30),
    Rule("quicker", ("dark_cue", "way_out"), 0.3, 40, ("fiction",)),
    Rule("quicker_way", ("way_out", "quicker"), 0.4, 12, ("fiction", "work")),
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
"""A life that somebody wants to end."""

VIOLENCE: tuple[Rule, ...] = (
    Rule("hit_me", ("hit_me",), 1.0, 6, ("games", "past", "hit_harmless")),
    Rule("blow", ("gave_me", "blow"), 1.0, 6, ("games", "fiction", "blow_harmless")),
    Rule("hit_kin", ("hit", "kin_weak"), 0.6, 6, ("games", "fiction")),
    Rule("hit_by", ("hit", "attacker", "kin_weak"), 0.4, 8, ("games", "fiction")),
    Rule("hit_hard", ("hit", "belt"), 0.6, 10, ("games",)),
    Rule("hit_menace", ("hit", "menace"), 0.4, 16, ("games", "fiction")),
    Rule("choke", ("choke_me",), 1.0, 4, ("fiction",)),
    Rule("kill_me", ("kill_me",), 0.5, 3, ("kill_harmless",)),
    Rule("kill_me_said", ("kill_me", "threat"), 0.5, 8, ("kill_harmless",)),
    Rule("kill_me_menace", ("kill_me", "menace"), 0.5, 14, ("kill_harmless",)),
    Rule("threat_life", ("threat_life",), 1.0, 6, ("fiction", "kill_harmless", "games")),
    Rule("locked_in", ("locked_in",), 1.0, 10, ("games",)),
    Rule("intruder", ("intruder",), 0.7, 10, ("fiction",)),
    Rule("intruder_menace", ("intruder", "menace"), 0.4, 12),
    Rule("afraid_of", ("afraid_of",), 0.7),
    Rule("afraid_menace", ("afraid_of", "menace"), 0.4, 14),
    Rule("weapon_threat", ("weapon", "threat"), 0.4, 8, ("fiction",)),
    Rule("weapon_menace", ("weapon", "menace"), 0.4, 8, ("fiction",)),
    Rule("attacked", ("violent_cue", "attacker"), 0.5, 12, ("games", "fiction", "hit_harmless", "work")),
    Rule("attacked_fear", ("violent_cue", "fear_cue"), 0.5, 30, ("games", "fiction", "hit_harmless", "work")),
    Rule(
        "violent_control", ("violent_cue", "control_cue"), 0.4, 20,
        ("games", "fiction", "hit_harmless", "work"),
    ),
)  # fmt: skip
"""Somebody who hurts others, or threatens to."""

SAFETY: tuple[Rule, ...] = (
    Rule("papers", ("took_papers", "keeps", "master"), 1.0, 8),
    Rule("abuse", ("abuse",), 1.0, 6, ("fiction", "work")),
    Rule("followed", ("followed",), 1.0, 6, ("social", "fiction")),
    Rule("forced_marriage", ("forced_marriage",), 1.0, 6, ("fiction", "work")),
    Rule("controlled", ("control_cue", "attacker"), 0.5, 18, ("fiction", "work"), times=2),
    Rule("controlled_fear", ("control_cue", "fear_cue"), 0.5, 30, ("fiction", "work")),
    Rule("blackmailed", ("blackmailed",), 1.0, 6, ("fiction",)),
)  # fmt: skip
"""What adds up with violence to danger, though no life is at stake at once."""

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
        "breathless", ("breathless",), 1.0, 6, ("fiction", "work", "past", "breath_harmless"), is_denied=True,
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
"""A body that needs help now."""

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
"""Fire, gas, water, mountains, and people who are lost."""

CRIME: tuple[Rule, ...] = (
    Rule("kill", ("kill_other",), 1.0, 10, ("fiction", "games"), is_denied=True),
    Rule("bait", ("bait", "bait_place"), 1.0, 8, ("pests",)),
    Rule("beat", ("beat_up",), 1.0, 5, ("fiction", "games"), is_denied=True),
    Rule("hire", ("hire", "beat_up"), 0.5),
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
    Rule("claim", ("insurer", "lie_claim"), 1.0, 12, ("fiction", "fraud_harmless")),
    Rule("carer", ("carer", "take_things"), 1.0, 20, ("fiction",)),
    Rule("illegal", ("illegal", "illegal_act"), 1.0, 5, ("lawful",), is_denied=True),
    Rule("dump", ("dump", "dump_what", "dump_where")),
    Rule("minor", ("minor", "sex"), 1.0, 8),
)  # fmt: skip
"""A crime being planned or hidden."""
