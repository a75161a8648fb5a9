"""What the mutation run judges by what: modules of the engine, and test modules or single tests of tests/engine."""

from __future__ import annotations

from typing import NamedTuple

GUANPAI = "test_guanpai_shapes test_guanpai_hands"
SICHUAN = "test_stories_sichuan test_sichuan_clauses test_sichuan_ledger test_sichuan_prompts test_sichuan_hand test_sichuan_play"
WANZHOU = "test_stories_wanzhou test_wanzhou_prompts test_wanzhou_layout test_wanzhou_play"
SCORES = " ".join(
    f"test_score_sichuan::test_{name}"
    for name in (
        "shared_hand",
        "every_item_of_a_bill_is_named_and_cites_its_clause",
        "the_items_are_told_before_the_cap",
        "options_are_switched_by_preset_and_rules",
        "roots_count_in_every_shape",
        "one_suit_is_pure_in_every_suit",
        "a_triplet_between_the_ends_spoils_dai_yao_jiu",
    )
)
BILLS = " ".join(
    f"test_wanzhou_fan::test_{name}"
    for name in (
        "vector",
        "every_item_of_a_bill_is_named_and_cites_its_clause",
        "without_a_winning_tile_any_may_be_it",
        "a_discarded_wild_is_a_plain_tile",
        "what_makes_a_pattern_and_what_does_not",
        "a_peng_of_the_void_suit_is_no_win_whatever_its_rank",
        "a_meld_of_the_void_suit_is_no_win_but_a_gang_of_wilds_is",
        "every_reading_is_found[0-400-True]",
        "every_reading_is_found[1-150-True]",
        "every_reading_is_found[2-30-True]",
    )
)
SHAPES = "test_shape_borders " + " ".join(
    f"test_shapes::test_{name}"
    for name in (
        "complete",
        "seven_pairs_sc17",
        "waits_by_hand",
        "distance_without_void_tiles",
        "a_fifth_tile_is_a_wait_by_shape_but_not_a_distance",
        "sichuan_counts_name_no_honours",
        "impossible_counts_are_refused",
        "impossible_sizes_are_refused",
        "decompositions_by_hand",
        "decompositions_name_each_place_of_a_wild",
        "lists_of_every_size_agree_with_counts",
    )
)


class Area(NamedTuple):
    """Modules below ENGINE with the few tests that judge them first, and the tests that judge what is left."""

    modules: dict[str, str]
    tests: str


AREAS = {
    "sichuan": Area(
        {
            "mahjong/sichuan/fan": f"{SCORES} {SICHUAN}",
            "mahjong/sichuan/settlement": SICHUAN,
            "mahjong/sichuan/hand": f"{SCORES} {SICHUAN}",
            "mahjong/sichuan/grouping": "test_sichuan_hand",
            "mahjong/sichuan/asking": SICHUAN,
        },
        f"test_score_sichuan {SICHUAN} test_sichuan_hints test_records test_calculator tests/golden",
    ),
    "wanzhou": Area(
        {
            "mahjong/wanzhou/fan": f"{BILLS} {WANZHOU}",
            "mahjong/wanzhou/readings": f"{BILLS} {WANZHOU}",
            "mahjong/wanzhou/suits": f"{BILLS} {WANZHOU}",
            "mahjong/wanzhou/settlement": WANZHOU,
            "mahjong/wanzhou/hand": f"{BILLS} {WANZHOU} test_wanzhou_waits",
            "mahjong/wanzhou/asking": WANZHOU,
        },
        f"test_wanzhou_fan {WANZHOU} test_wanzhou_waits test_wanzhou_hands test_calculator tests/golden",
    ),
    "guanpai": Area(
        {
            "cards/guanpai/shapes": "test_guanpai_shapes",
            "cards/guanpai/plays": "test_guanpai_shapes",
            "cards/guanpai/state": "test_guanpai_hands",
        },
        f"{GUANPAI} test_properties",
    ),
    "claims": Area(
        dict.fromkeys(
            ("mahjong/claims", "mahjong/transition/claim", "mahjong/transition/win", "mahjong/legality"),
            f"test_refusals test_wins {SICHUAN} {WANZHOU}",
        ),
        f"test_refusals test_wins {SICHUAN} {WANZHOU} test_records test_wanzhou_hands test_secrecy tests/golden",
    ),
    "shapes": Area(
        {
            "mahjong/packed": f"test_packed {SCORES} {SICHUAN}",
            **{
                f"mahjong/{name}": SHAPES
                for name in ("shapes", "shape_lists", "shape_readings", "shape_excess", "shape_automaton")
            },
            "mahjong/shape_tables": SHAPES,
        },
        "test_shape_borders test_shapes test_packed test_wanzhou_waits test_score_sichuan",
    ),
    "coins": Area({"core/coins": "test_coins"}, "test_coins test_records test_wanzhou_hands"),
}
ALL = ("tests/engine", "tests/golden", "--ignore=tests/engine/test_commands.py")  # that one needs Django
