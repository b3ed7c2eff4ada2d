//! Generated from the shipped patterns; do not change it by hand. Written by
//! `cargo run -p chuhe-patterns --example generate`.
#![allow(clippy::all, unused)]

use crate::code::*;
use crate::pattern::{Item, PieceSet};
use xiangqi::Position;

/// Whether a candidate is on the board: the part that bits do not decide.
pub fn verify(ground: usize, p: &Position) -> bool {
    match ground {
        4 => verify_4(p),
        5 => verify_5(p),
        6 => verify_6(p),
        7 => verify_7(p),
        20 => verify_20(p),
        21 => verify_21(p),
        22 => verify_22(p),
        23 => verify_23(p),
        24 => verify_24(p),
        25 => verify_25(p),
        26 => verify_26(p),
        27 => verify_27(p),
        28 => verify_28(p),
        29 => verify_29(p),
        30 => verify_30(p),
        31 => verify_31(p),
        32 => verify_32(p),
        33 => verify_33(p),
        34 => verify_34(p),
        35 => verify_35(p),
        36 => verify_36(p),
        37 => verify_37(p),
        40 => verify_40(p),
        41 => verify_41(p),
        42 => verify_42(p),
        43 => verify_43(p),
        46 => verify_46(p),
        47 => verify_47(p),
        48 => verify_48(p),
        49 => verify_49(p),
        50 => verify_50(p),
        51 => verify_51(p),
        52 => verify_52(p),
        53 => verify_53(p),
        70 => verify_70(p),
        71 => verify_71(p),
        72 => verify_72(p),
        73 => verify_73(p),
        74 => verify_74(p),
        75 => verify_75(p),
        78 => verify_78(p),
        79 => verify_79(p),
        90 => verify_90(p),
        91 => verify_91(p),
        92 => verify_92(p),
        93 => verify_93(p),
        94 => verify_94(p),
        95 => verify_95(p),
        98 => verify_98(p),
        99 => verify_99(p),
        100 => verify_100(p),
        101 => verify_101(p),
        102 => verify_102(p),
        103 => verify_103(p),
        104 => verify_104(p),
        105 => verify_105(p),
        110 => verify_110(p),
        111 => verify_111(p),
        112 => verify_112(p),
        113 => verify_113(p),
        114 => verify_114(p),
        115 => verify_115(p),
        116 => verify_116(p),
        117 => verify_117(p),
        118 => verify_118(p),
        119 => verify_119(p),
        120 => verify_120(p),
        121 => verify_121(p),
        122 => verify_122(p),
        123 => verify_123(p),
        124 => verify_124(p),
        125 => verify_125(p),
        126 => verify_126(p),
        127 => verify_127(p),
        128 => verify_128(p),
        129 => verify_129(p),
        130 => verify_130(p),
        131 => verify_131(p),
        132 => verify_132(p),
        133 => verify_133(p),
        134 => verify_134(p),
        135 => verify_135(p),
        136 => verify_136(p),
        137 => verify_137(p),
        138 => verify_138(p),
        139 => verify_139(p),
        140 => verify_140(p),
        141 => verify_141(p),
        142 => verify_142(p),
        143 => verify_143(p),
        144 => verify_144(p),
        145 => verify_145(p),
        146 => verify_146(p),
        147 => verify_147(p),
        148 => verify_148(p),
        149 => verify_149(p),
        154 => verify_154(p),
        155 => verify_155(p),
        156 => verify_156(p),
        157 => verify_157(p),
        158 => verify_158(p),
        159 => verify_159(p),
        160 => verify_160(p),
        161 => verify_161(p),
        162 => verify_162(p),
        163 => verify_163(p),
        164 => verify_164(p),
        165 => verify_165(p),
        166 => verify_166(p),
        167 => verify_167(p),
        168 => verify_168(p),
        169 => verify_169(p),
        170 => verify_170(p),
        171 => verify_171(p),
        172 => verify_172(p),
        173 => verify_173(p),
        174 => verify_174(p),
        175 => verify_175(p),
        176 => verify_176(p),
        177 => verify_177(p),
        178 => verify_178(p),
        179 => verify_179(p),
        180 => verify_180(p),
        181 => verify_181(p),
        182 => verify_182(p),
        183 => verify_183(p),
        184 => verify_184(p),
        185 => verify_185(p),
        186 => verify_186(p),
        187 => verify_187(p),
        188 => verify_188(p),
        189 => verify_189(p),
        190 => verify_190(p),
        191 => verify_191(p),
        192 => verify_192(p),
        193 => verify_193(p),
        194 => verify_194(p),
        195 => verify_195(p),
        196 => verify_196(p),
        197 => verify_197(p),
        198 => verify_198(p),
        199 => verify_199(p),
        200 => verify_200(p),
        201 => verify_201(p),
        _ => true,
    }
}

/// corner-horse, red
fn verify_4(p: &Position) -> bool {
    count(on(p, 0x3fff) & 0x8000000000000000000, 0, 0)
}

/// corner-horse, red, mirrored
fn verify_5(p: &Position) -> bool {
    count(on(p, 0x3fff) & 0x20000000000000000000, 0, 0)
}

/// corner-horse, black
fn verify_6(p: &Position) -> bool {
    count(on(p, 0x3fff) & 0x4000, 0, 0)
}

/// corner-horse, black, mirrored
fn verify_7(p: &Position) -> bool {
    count(on(p, 0x3fff) & 0x1000, 0, 0)
}

/// spring-horses, red
fn verify_20(p: &Position) -> bool {
    of(p, 3) & 0xb0600000000000000 != 0
}

/// spring-horses, red, mirrored
fn verify_21(p: &Position) -> bool {
    of(p, 3) & 0x680c00000000000000 != 0
}

/// spring-horses, black
fn verify_22(p: &Position) -> bool {
    of(p, 10) & 0x183400000 != 0
}

/// spring-horses, black, mirrored
fn verify_23(p: &Position) -> bool {
    of(p, 10) & 0xc0580000 != 0
}

/// rooks-in-turn, red
fn verify_24(p: &Position) -> bool {
    count(of(p, 4) & 0x3ffffffffffe00000000000, 2, 255) && count(of(p, 8) & 0x3ffffffffffffffffffffff, 0, 1)
}

/// rooks-in-turn, black
fn verify_25(p: &Position) -> bool {
    count(of(p, 1) & 0x3ffffffffffffffffffffff, 0, 1) && count(of(p, 11) & 0x1fffffffffff, 2, 255)
}

/// smothered-palace, red
fn verify_26(p: &Position) -> bool {
    of(p, 8) & 0x1000000000000000000000 != 0 && line(p, 0x2000000000000000000000 & of(p, 7), 4, &[(Some(0), of(p, 8)), (None, of(p, 5))])
}

/// smothered-palace, red, mirrored
fn verify_27(p: &Position) -> bool {
    of(p, 8) & 0x4000000000000000000000 != 0 && line(p, 0x2000000000000000000000 & of(p, 7), 8, &[(Some(0), of(p, 8)), (None, of(p, 5))])
}

/// smothered-palace, black
fn verify_28(p: &Position) -> bool {
    of(p, 1) & 0x2000 != 0 && line(p, 0x10 & of(p, 0), 8, &[(Some(0), of(p, 1)), (None, of(p, 12))])
}

/// smothered-palace, black, mirrored
fn verify_29(p: &Position) -> bool {
    of(p, 1) & 0x2000 != 0 && line(p, 0x10 & of(p, 0), 4, &[(Some(0), of(p, 1)), (None, of(p, 12))])
}

/// stacked-cannons, red
fn verify_30(p: &Position) -> bool {
    line(p, of(p, 7) & 0x3ffffffffffffffffffffff & of(p, 7), 14, &[(None, of(p, 5)), (None, of(p, 5))])
}

/// stacked-cannons, black
fn verify_31(p: &Position) -> bool {
    line(p, of(p, 0) & 0x3ffffffffffffffffffffff & of(p, 0), 13, &[(None, of(p, 12)), (None, of(p, 12))])
}

/// cannon-behind-horse, red
fn verify_32(p: &Position) -> bool {
    line(p, of(p, 7) & 0x3ffffffffffffffffffffff & of(p, 7), 14, &[(Some(1), of(p, 3)), (None, of(p, 5))])
}

/// cannon-behind-horse, black
fn verify_33(p: &Position) -> bool {
    line(p, of(p, 0) & 0x3ffffffffffffffffffffff & of(p, 0), 13, &[(Some(1), of(p, 10)), (None, of(p, 12))])
}

/// heaven-and-earth, red
fn verify_34(p: &Position) -> bool {
    of(p, 5) & 0x3fe00000000000000000000 != 0
}

/// heaven-and-earth, black
fn verify_35(p: &Position) -> bool {
    of(p, 12) & 0x1ff != 0
}

/// iron-bolt, red
fn verify_36(p: &Position) -> bool {
    any(of(p, 4) & 0x5028140a05028140a05028, |v0| ((line(p, of(p, 4) & 0x70381c0000000000000000 & point(v0), 15, &[])) || (line(p, 0x140000000000000000, 2, &[(None, point(v0))]))))
}

/// iron-bolt, black
fn verify_37(p: &Position) -> bool {
    any(of(p, 11) & 0x5028140a05028140a05028, |v0| ((line(p, of(p, 11) & 0xe07038 & point(v0), 15, &[])) || (line(p, 0xa00000, 1, &[(None, point(v0))]))))
}

/// bare-faced-king, red
fn verify_40(p: &Position) -> bool {
    line(p, 0x80000000000000000 & !on(p, 0x3fff), 2, &[(None, of(p, 0))])
}

/// bare-faced-king, black
fn verify_41(p: &Position) -> bool {
    line(p, 0x400000 & !on(p, 0x3fff), 1, &[(None, of(p, 7))])
}

/// ghosts-at-the-door, red
fn verify_42(p: &Position) -> bool {
    of(p, 6) & 0x20100000000000000000 != 0
}

/// ghosts-at-the-door, black
fn verify_43(p: &Position) -> bool {
    of(p, 13) & 0x804000 != 0
}

/// three-chariots, red
fn verify_46(p: &Position) -> bool {
    count(of(p, 4) & 0x3ffffffffffe00000000000, 2, 255)
}

/// three-chariots, black
fn verify_47(p: &Position) -> bool {
    count(of(p, 11) & 0x1fffffffffff, 2, 255)
}

/// flanking-cannons, red
fn verify_48(p: &Position) -> bool {
    count(of(p, 5) & 0x3ffffff8000000000000000, 2, 255)
}

/// flanking-cannons, black
fn verify_49(p: &Position) -> bool {
    count(of(p, 12) & 0x7ffffff, 2, 255)
}

/// drawn-horse, red
fn verify_50(p: &Position) -> bool {
    line(p, of(p, 7) & 0x3ffffffffffffffffffffff & of(p, 7), 14, &[(None, of(p, 3)), (None, of(p, 4))])
}

/// drawn-horse, black
fn verify_51(p: &Position) -> bool {
    line(p, of(p, 0) & 0x3ffffffffffffffffffffff & of(p, 0), 13, &[(None, of(p, 10)), (None, of(p, 11))])
}

/// rook-cannon-battery, red
fn verify_52(p: &Position) -> bool {
    line(p, of(p, 7) & 0x3ffffffffffffffffffffff & of(p, 7), 14, &[(None, of(p, 4)), (None, of(p, 5))])
}

/// rook-cannon-battery, black
fn verify_53(p: &Position) -> bool {
    line(p, of(p, 0) & 0x3ffffffffffffffffffffff & of(p, 0), 13, &[(None, of(p, 11)), (None, of(p, 12))])
}

/// central-cannon, red
fn verify_70(p: &Position) -> bool {
    phase(p, 1)
}

/// central-cannon, black
fn verify_71(p: &Position) -> bool {
    phase(p, 1)
}

/// patrol-rook, red
fn verify_72(p: &Position) -> bool {
    phase(p, 3)
}

/// patrol-rook, black
fn verify_73(p: &Position) -> bool {
    phase(p, 3)
}

/// riding-rook, red
fn verify_74(p: &Position) -> bool {
    phase(p, 3)
}

/// riding-rook, black
fn verify_75(p: &Position) -> bool {
    phase(p, 3)
}

/// crossed-cannon, red
fn verify_78(p: &Position) -> bool {
    phase(p, 3)
}

/// crossed-cannon, black
fn verify_79(p: &Position) -> bool {
    phase(p, 3)
}

/// cannon-aims-at-elephant, red
fn verify_90(p: &Position) -> bool {
    attacks(p, of(p, 5) & 0x3ffffffffffffffffffffff, of(p, 9) & 0x8800000000000000000000)
}

/// cannon-aims-at-elephant, black
fn verify_91(p: &Position) -> bool {
    attacks(p, of(p, 12) & 0x3ffffffffffffffffffffff, of(p, 2) & 0x44)
}

/// horse-fork, red
fn verify_92(p: &Position) -> bool {
    any(of(p, 3) & 0x3ffffffffffffffffffffff, |v0| attacks(p, point(v0), of(p, 7) & 0x3ffffffffffffffffffffff) && attacks(p, point(v0), of(p, 11) & 0x3ffffffffffffffffffffff))
}

/// horse-fork, black
fn verify_93(p: &Position) -> bool {
    any(of(p, 10) & 0x3ffffffffffffffffffffff, |v0| attacks(p, point(v0), of(p, 0) & 0x3ffffffffffffffffffffff) && attacks(p, point(v0), of(p, 4) & 0x3ffffffffffffffffffffff))
}

/// crossed-pawn, red
fn verify_94(p: &Position) -> bool {
    phase(p, 4)
}

/// crossed-pawn, black
fn verify_95(p: &Position) -> bool {
    phase(p, 4)
}

/// trapped-edge-horse, red
fn verify_98(p: &Position) -> bool {
    trapped(p, of(p, 10) & 0x20301000000000000000000)
}

/// trapped-edge-horse, black
fn verify_99(p: &Position) -> bool {
    trapped(p, of(p, 3) & 0x20301)
}

/// two-wings, red
fn verify_100(p: &Position) -> bool {
    of(p, 4) & 0x4020100804000000000000 != 0
}

/// two-wings, black
fn verify_101(p: &Position) -> bool {
    of(p, 11) & 0x20100804020 != 0
}

/// linked-horses, red
fn verify_102(p: &Position) -> bool {
    any(of(p, 3) & 0x3ffffffffffffffffffffff, |v0| any(of(p, 3) & 0x3ffffffffffffffffffffff, |v1| guards(p, point(v0), point(v1)) && guards(p, point(v1), point(v0))))
}

/// linked-horses, black
fn verify_103(p: &Position) -> bool {
    any(of(p, 10) & 0x3ffffffffffffffffffffff, |v0| any(of(p, 10) & 0x3ffffffffffffffffffffff, |v1| guards(p, point(v0), point(v1)) && guards(p, point(v1), point(v0))))
}

/// linked-cannons, red
fn verify_104(p: &Position) -> bool {
    guards(p, of(p, 5) & 0x3ffffffffffffffffffffff, of(p, 5) & 0x3ffffffffffffffffffffff)
}

/// linked-cannons, black
fn verify_105(p: &Position) -> bool {
    guards(p, of(p, 12) & 0x3ffffffffffffffffffffff, of(p, 12) & 0x3ffffffffffffffffffffff)
}

/// missing-advisor-two-rooks, red
fn verify_110(p: &Position) -> bool {
    count(of(p, 4) & 0x3ffffffffffffffffffffff, 2, 2) && count(of(p, 8) & 0x3ffffffffffffffffffffff, 0, 1)
}

/// missing-advisor-two-rooks, black
fn verify_111(p: &Position) -> bool {
    count(of(p, 1) & 0x3ffffffffffffffffffffff, 0, 1) && count(of(p, 11) & 0x3ffffffffffffffffffffff, 2, 2)
}

/// missing-elephant-cannon, red
fn verify_112(p: &Position) -> bool {
    count(of(p, 9) & 0x3ffffffffffffffffffffff, 0, 1)
}

/// missing-elephant-cannon, black
fn verify_113(p: &Position) -> bool {
    count(of(p, 2) & 0x3ffffffffffffffffffffff, 0, 1)
}

/// full-guard, red
fn verify_114(p: &Position) -> bool {
    count(of(p, 1) & 0x3ffffffffffffffffffffff, 2, 2) && count(of(p, 2) & 0x3ffffffffffffffffffffff, 2, 2)
}

/// full-guard, black
fn verify_115(p: &Position) -> bool {
    count(of(p, 8) & 0x3ffffffffffffffffffffff, 2, 2) && count(of(p, 9) & 0x3ffffffffffffffffffffff, 2, 2)
}

/// screen-horses, red
fn verify_116(p: &Position) -> bool {
    of(p, 3) & 0x1000000 != 0 && phase(p, 3)
}

/// screen-horses, black
fn verify_117(p: &Position) -> bool {
    of(p, 10) & 0x200000000000000000 != 0 && phase(p, 3)
}

/// sandwiched-horses, red
fn verify_118(p: &Position) -> bool {
    of(p, 3) & 0x1000000 != 0
}

/// sandwiched-horses, red, mirrored
fn verify_119(p: &Position) -> bool {
    of(p, 3) & 0x1000000 != 0
}

/// sandwiched-horses, black
fn verify_120(p: &Position) -> bool {
    of(p, 10) & 0x200000000000000000 != 0
}

/// sandwiched-horses, black, mirrored
fn verify_121(p: &Position) -> bool {
    of(p, 10) & 0x200000000000000000 != 0
}

/// single-raised-horse, red
fn verify_122(p: &Position) -> bool {
    of(p, 3) & 0x4000000 != 0
}

/// single-raised-horse, red, mirrored
fn verify_123(p: &Position) -> bool {
    of(p, 3) & 0x1000000 != 0
}

/// single-raised-horse, black
fn verify_124(p: &Position) -> bool {
    of(p, 10) & 0x200000000000000000 != 0
}

/// single-raised-horse, black, mirrored
fn verify_125(p: &Position) -> bool {
    of(p, 10) & 0x800000000000000000 != 0
}

/// corner-cannon, red
fn verify_126(p: &Position) -> bool {
    phase(p, 3)
}

/// corner-cannon, black
fn verify_127(p: &Position) -> bool {
    phase(p, 3)
}

/// crosspalace-cannon, red
fn verify_128(p: &Position) -> bool {
    of(p, 5) & 0x200000 != 0
}

/// crosspalace-cannon, red, mirrored
fn verify_129(p: &Position) -> bool {
    of(p, 5) & 0x2000000 != 0
}

/// crosspalace-cannon, black
fn verify_130(p: &Position) -> bool {
    of(p, 12) & 0x400000000000000000 != 0
}

/// crosspalace-cannon, black, mirrored
fn verify_131(p: &Position) -> bool {
    of(p, 12) & 0x40000000000000000 != 0
}

/// central-elephant, red
fn verify_132(p: &Position) -> bool {
    phase(p, 3)
}

/// central-elephant, black
fn verify_133(p: &Position) -> bool {
    phase(p, 3)
}

/// ram-horn-advisors, red
fn verify_134(p: &Position) -> bool {
    of(p, 1) & 0x800000 != 0
}

/// ram-horn-advisors, black
fn verify_135(p: &Position) -> bool {
    of(p, 8) & 0x100000000000000000 != 0
}

/// king-rides-out, red
fn verify_136(p: &Position) -> bool {
    phase(p, 3)
}

/// king-rides-out, black
fn verify_137(p: &Position) -> bool {
    phase(p, 3)
}

/// guarding-rooks, red
fn verify_138(p: &Position) -> bool {
    any(of(p, 4) & 0x3ffffffffffffffffffffff, |v0| any(of(p, 4) & 0x3ffffffffffffffffffffff, |v1| guards(p, point(v0), point(v1))))
}

/// guarding-rooks, black
fn verify_139(p: &Position) -> bool {
    any(of(p, 11) & 0x3ffffffffffffffffffffff, |v0| any(of(p, 11) & 0x3ffffffffffffffffffffff, |v1| guards(p, point(v0), point(v1))))
}

/// blocked-horse, red
fn verify_140(p: &Position) -> bool {
    phase(p, 3)
}

/// blocked-horse, red, mirrored
fn verify_141(p: &Position) -> bool {
    phase(p, 3)
}

/// blocked-horse, black
fn verify_142(p: &Position) -> bool {
    phase(p, 3)
}

/// blocked-horse, black, mirrored
fn verify_143(p: &Position) -> bool {
    phase(p, 3)
}

/// pointing-immortal, red
fn verify_144(p: &Position) -> bool {
    phase(p, 1)
}

/// pointing-immortal, red, mirrored
fn verify_145(p: &Position) -> bool {
    phase(p, 1)
}

/// pointing-immortal, black
fn verify_146(p: &Position) -> bool {
    phase(p, 1)
}

/// pointing-immortal, black, mirrored
fn verify_147(p: &Position) -> bool {
    phase(p, 1)
}

/// three-pawns-joined, red
fn verify_148(p: &Position) -> bool {
    any(of(p, 6) & 0x3ffffffffffe00000000000, |v0| of(p, 6) & offset(v0, 1, 0) != 0 && of(p, 6) & offset(v0, 2, 0) != 0)
}

/// three-pawns-joined, black
fn verify_149(p: &Position) -> bool {
    any(of(p, 13) & 0x1fffffffffff, |v0| of(p, 13) & offset(v0, -2, 0) != 0 && of(p, 13) & offset(v0, -1, 0) != 0)
}

/// pawn-takes-king, red
fn verify_154(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (1, 1)]) && material(p, false, [(1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)])
}

/// pawn-takes-king, black
fn verify_155(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (1, 1)])
}

/// pawns-beat-advisors, red
fn verify_156(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (2, 2)]) && material(p, false, [(1, 1), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)])
}

/// pawns-beat-advisors, black
fn verify_157(p: &Position) -> bool {
    material(p, true, [(1, 1), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (2, 2)])
}

/// pawns-beat-elephants, red
fn verify_158(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (2, 2)]) && material(p, false, [(1, 1), (0, 0), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)])
}

/// pawns-beat-elephants, black
fn verify_159(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 0), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (2, 2)])
}

/// pawns-beat-cannon, red
fn verify_160(p: &Position) -> bool {
    count(of(p, 6) & 0xffffffe00000000000, 2, 255) && material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (2, 2)]) && material(p, false, [(1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (1, 1), (0, 0)])
}

/// pawns-beat-cannon, black
fn verify_161(p: &Position) -> bool {
    count(of(p, 13) & 0x1ffffffc0000, 2, 255) && material(p, true, [(1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (1, 1), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (2, 2)])
}

/// three-pawns-beat-pawn-guard, red
fn verify_162(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (3, 3)]) && material(p, false, [(1, 1), (1, 1), (2, 2), (0, 0), (0, 0), (0, 0), (1, 1)])
}

/// three-pawns-beat-pawn-guard, black
fn verify_163(p: &Position) -> bool {
    material(p, true, [(1, 1), (1, 1), (2, 2), (0, 0), (0, 0), (0, 0), (1, 1)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (3, 3)])
}

/// three-pawns-beat-full-guard, red
fn verify_164(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (3, 3)]) && material(p, false, [(1, 1), (2, 2), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)])
}

/// three-pawns-beat-full-guard, black
fn verify_165(p: &Position) -> bool {
    material(p, true, [(1, 1), (2, 2), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (3, 3)])
}

/// three-pawns-beat-cannon-elephants, red
fn verify_166(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (3, 3)]) && material(p, false, [(1, 1), (0, 0), (2, 2), (0, 0), (0, 0), (1, 1), (0, 0)])
}

/// three-pawns-beat-cannon-elephants, black
fn verify_167(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 0), (2, 2), (0, 0), (0, 0), (1, 1), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (3, 3)])
}

/// three-pawns-beat-horse-elephants, red
fn verify_168(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (3, 3)]) && material(p, false, [(1, 1), (0, 0), (2, 2), (1, 1), (0, 0), (0, 0), (0, 0)])
}

/// three-pawns-beat-horse-elephants, black
fn verify_169(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 0), (2, 2), (1, 1), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (3, 3)])
}

/// pawn-draws-advisor, red
fn verify_170(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (1, 1)]) && material(p, false, [(1, 1), (1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)])
}

/// pawn-draws-advisor, black
fn verify_171(p: &Position) -> bool {
    material(p, true, [(1, 1), (1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (1, 1)])
}

/// pawn-draws-cannon-pawn, red
fn verify_172(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (1, 1)]) && material(p, false, [(1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (1, 1), (1, 1)])
}

/// pawn-draws-cannon-pawn, black
fn verify_173(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (1, 1), (1, 1)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (1, 1)])
}

/// rook-draws-full-guard, red
fn verify_174(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (2, 2), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)])
}

/// rook-draws-full-guard, black
fn verify_175(p: &Position) -> bool {
    material(p, true, [(1, 1), (2, 2), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (0, 0), (0, 0)])
}

/// rook-beats-advisors, red
fn verify_176(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)])
}

/// rook-beats-advisors, black
fn verify_177(p: &Position) -> bool {
    material(p, true, [(1, 1), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (0, 0), (0, 0)])
}

/// rook-beats-elephants, red
fn verify_178(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 0), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)])
}

/// rook-beats-elephants, black
fn verify_179(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 0), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (0, 0), (0, 0)])
}

/// rook-beats-horse, red
fn verify_180(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 0), (0, 0), (1, 1), (0, 0), (0, 0), (0, 0)])
}

/// rook-beats-horse, black
fn verify_181(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 0), (0, 0), (1, 1), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (0, 0), (0, 0)])
}

/// horse-beats-advisor, red
fn verify_182(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (1, 1), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)])
}

/// horse-beats-advisor, black
fn verify_183(p: &Position) -> bool {
    material(p, true, [(1, 1), (1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (1, 1), (0, 0), (0, 0), (0, 0)])
}

/// cannon-beats-advisors, red
fn verify_184(p: &Position) -> bool {
    material(p, true, [(1, 1), (1, 2), (0, 2), (0, 0), (0, 0), (1, 1), (0, 0)]) && material(p, false, [(1, 1), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)])
}

/// cannon-beats-advisors, black
fn verify_185(p: &Position) -> bool {
    material(p, true, [(1, 1), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (1, 2), (0, 2), (0, 0), (0, 0), (1, 1), (0, 0)])
}

/// cannon-draws-elephants, red
fn verify_186(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (1, 1), (0, 0)]) && material(p, false, [(1, 1), (0, 0), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)])
}

/// cannon-draws-elephants, black
fn verify_187(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 0), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (1, 1), (0, 0)])
}

/// rook-horse-beat-full-guard, red
fn verify_188(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (1, 1), (1, 1), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (2, 2), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)])
}

/// rook-horse-beat-full-guard, black
fn verify_189(p: &Position) -> bool {
    material(p, true, [(1, 1), (2, 2), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (1, 1), (1, 1), (0, 0), (0, 0)])
}

/// rook-cannon-beat-full-guard, red
fn verify_190(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (1, 1), (0, 0)]) && material(p, false, [(1, 1), (2, 2), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)])
}

/// rook-cannon-beat-full-guard, black
fn verify_191(p: &Position) -> bool {
    material(p, true, [(1, 1), (2, 2), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (1, 1), (0, 0)])
}

/// rook-pawn-beat-full-guard, red
fn verify_192(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (0, 0), (1, 1)]) && material(p, false, [(1, 1), (2, 2), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)])
}

/// rook-pawn-beat-full-guard, black
fn verify_193(p: &Position) -> bool {
    material(p, true, [(1, 1), (2, 2), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (0, 0), (1, 1)])
}

/// horse-cannon-beat-full-guard, red
fn verify_194(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (1, 1), (0, 0), (1, 1), (0, 0)]) && material(p, false, [(1, 1), (2, 2), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)])
}

/// horse-cannon-beat-full-guard, black
fn verify_195(p: &Position) -> bool {
    material(p, true, [(1, 1), (2, 2), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (1, 1), (0, 0), (1, 1), (0, 0)])
}

/// horses-beat-full-guard, red
fn verify_196(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (2, 2), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (2, 2), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)])
}

/// horses-beat-full-guard, black
fn verify_197(p: &Position) -> bool {
    material(p, true, [(1, 1), (2, 2), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (2, 2), (0, 0), (0, 0), (0, 0)])
}

/// rook-cannon-beat-rook, red
fn verify_198(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (1, 1), (0, 0)]) && material(p, false, [(1, 1), (0, 0), (0, 0), (0, 0), (1, 1), (0, 0), (0, 0)])
}

/// rook-cannon-beat-rook, black
fn verify_199(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 0), (0, 0), (0, 0), (1, 1), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (1, 1), (0, 0)])
}

/// rooks-beat-rook-guard, red
fn verify_200(p: &Position) -> bool {
    material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (2, 2), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (2, 2), (2, 2), (0, 0), (1, 1), (0, 0), (0, 0)])
}

/// rooks-beat-rook-guard, black
fn verify_201(p: &Position) -> bool {
    material(p, true, [(1, 1), (2, 2), (2, 2), (0, 0), (1, 1), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (2, 2), (0, 0), (0, 0)])
}

/// Shows every ground pattern on the board.
pub fn find(p: &Position, found: &mut dyn FnMut(usize)) {
    if phase(p, 3) {
        if of(p, 3) & 0x100000 != 0 /* red horse in {c2} */ {
            if of(p, 3) & 0x1000000 != 0 /* red horse in {g2} */ && of(p, 0) & 0x10 != 0 /* red king in {e0} */ {
                found(116); // screen-horses, red
            }
            if of(p, 6) & 0x20000000 != 0 /* red pawn in {c3} */ && of(p, 13) & 0x100000000000000 != 0 /* black pawn in {c6} */ {
                found(140); // blocked-horse, red
            }
        }
        if of(p, 10) & 0x200000000000000000 != 0 /* black horse in {g7} */ {
            if of(p, 10) & 0x20000000000000000 != 0 /* black horse in {c7} */ && of(p, 7) & 0x2000000000000000000000 != 0 /* black king in {e9} */ {
                found(117); // screen-horses, black
            }
            if of(p, 13) & 0x1000000000000000 != 0 /* black pawn in {g6} */ && of(p, 6) & 0x200000000 != 0 /* red pawn in {g3} */ {
                found(142); // blocked-horse, black
            }
        }
        if of(p, 4) & 0x1ff000000000 != 0 /* red rook in {9 points} */ {
            found(72); // patrol-rook, red
        }
        if of(p, 11) & 0x3fe00000000000 != 0 /* black rook in {9 points} */ {
            found(73); // patrol-rook, black
        }
        if of(p, 4) & 0x3fe00000000000 != 0 /* red rook in {9 points} */ {
            found(74); // riding-rook, red
        }
        if of(p, 11) & 0x1ff000000000 != 0 /* black rook in {9 points} */ {
            found(75); // riding-rook, black
        }
        if of(p, 5) & 0x7fffe00000000000 != 0 /* red cannon in {18 points} */ {
            found(78); // crossed-cannon, red
        }
        if of(p, 12) & 0x1ffff8000000 != 0 /* black cannon in {18 points} */ {
            found(79); // crossed-cannon, black
        }
        if of(p, 5) & 0xa00000 != 0 /* red cannon in {d2 f2} */ {
            found(126); // corner-cannon, red
        }
        if of(p, 12) & 0x140000000000000000 != 0 /* black cannon in {d7 f7} */ {
            found(127); // corner-cannon, black
        }
        if of(p, 2) & 0x400000 != 0 /* red elephant in {e2} */ && of(p, 0) & 0x10 != 0 /* red king in {e0} */ {
            found(132); // central-elephant, red
        }
        if of(p, 9) & 0x80000000000000000 != 0 /* black elephant in {e7} */ && of(p, 7) & 0x2000000000000000000000 != 0 /* black king in {e9} */ {
            found(133); // central-elephant, black
        }
        if of(p, 0) & 0xe07000 != 0 /* red king in {d1 e1 f1 d2 e2 f2} */ {
            found(136); // king-rides-out, red
        }
        if of(p, 7) & 0x381c0000000000000000 != 0 /* black king in {d7 e7 f7 d8 e8 f8} */ {
            found(137); // king-rides-out, black
        }
        if of(p, 3) & 0x1000000 != 0 /* red horse in {g2} */ && of(p, 13) & 0x1000000000000000 != 0 /* black pawn in {g6} */ && of(p, 6) & 0x200000000 != 0 /* red pawn in {g3} */ {
            found(141); // blocked-horse, red, mirrored
        }
        if of(p, 10) & 0x20000000000000000 != 0 /* black horse in {c7} */ && of(p, 6) & 0x20000000 != 0 /* red pawn in {c3} */ && of(p, 13) & 0x100000000000000 != 0 /* black pawn in {c6} */ {
            found(143); // blocked-horse, black, mirrored
        }
    }
    if of(p, 0) & 0x10 != 0 /* red king in {e0} */ {
        if of(p, 3) & 0x100000 != 0 /* red horse in {c2} */ {
            if of(p, 3) & 0x1000000 != 0 /* red horse in {g2} */ {
                if of(p, 5) & 0x200000 != 0 /* red cannon in {d2} */ {
                    found(118); // sandwiched-horses, red
                }
                if of(p, 5) & 0x800000 != 0 /* red cannon in {f2} */ {
                    found(119); // sandwiched-horses, red, mirrored
                }
            }
            if of(p, 3) & 0x4000000 != 0 /* red horse in {i2} */ {
                found(122); // single-raised-horse, red
            }
        }
        if of(p, 3) & 0x2000 != 0 /* red horse in {e1} */ {
            if of(p, 12) & 0x2010080402010080402010 != 0 /* black cannon in {10 points} */ {
                found(63); // cannon-on-palace-horse, black
            }
            found(108); // palace-horse, red
        }
        if of(p, 1) & 0x2000 != 0 /* red advisor in {e1} */ {
            if line(p, 0x10 & of(p, 0), 8, &[(Some(0), of(p, 1)), (None, of(p, 12))]) && of(p, 1) & 0x20 != 0 /* red advisor in {f0} */ {
                found(28); // smothered-palace, black
            }
            if line(p, 0x10 & of(p, 0), 4, &[(Some(0), of(p, 1)), (None, of(p, 12))]) && of(p, 1) & 0x8 != 0 /* red advisor in {d0} */ {
                found(29); // smothered-palace, black, mirrored
            }
        }
        if of(p, 10) & 0x800000 != 0 /* black horse in {f2} */ && count(on(p, 0x3fff) & 0x4000, 0, 0) {
            found(6); // corner-horse, black
        }
        if of(p, 10) & 0x200000 != 0 /* black horse in {d2} */ && count(on(p, 0x3fff) & 0x1000, 0, 0) {
            found(7); // corner-horse, black, mirrored
        }
        if of(p, 12) & 0x2010080402010080000000 != 0 /* black cannon in {7 points} */ && of(p, 12) & 0x1ff != 0 /* black cannon in {9 points} */ {
            found(35); // heaven-and-earth, black
        }
        if of(p, 3) & 0x40000 != 0 /* red horse in {a2} */ && of(p, 3) & 0x1000000 != 0 /* red horse in {g2} */ {
            found(123); // single-raised-horse, red, mirrored
        }
        if of(p, 5) & 0x200000 != 0 /* red cannon in {d2} */ && of(p, 5) & 0x80000 != 0 /* red cannon in {b2} */ {
            found(128); // crosspalace-cannon, red
        }
        if of(p, 5) & 0x800000 != 0 /* red cannon in {f2} */ && of(p, 5) & 0x2000000 != 0 /* red cannon in {h2} */ {
            found(129); // crosspalace-cannon, red, mirrored
        }
    }
    if of(p, 7) & 0x2000000000000000000000 != 0 /* black king in {e9} */ {
        if of(p, 10) & 0x200000000000000000 != 0 /* black horse in {g7} */ {
            if of(p, 10) & 0x20000000000000000 != 0 /* black horse in {c7} */ {
                if of(p, 12) & 0x100000000000000000 != 0 /* black cannon in {f7} */ {
                    found(120); // sandwiched-horses, black
                }
                if of(p, 12) & 0x40000000000000000 != 0 /* black cannon in {d7} */ {
                    found(121); // sandwiched-horses, black, mirrored
                }
            }
            if of(p, 10) & 0x8000000000000000 != 0 /* black horse in {a7} */ {
                found(124); // single-raised-horse, black
            }
        }
        if of(p, 10) & 0x10000000000000000000 != 0 /* black horse in {e8} */ {
            if of(p, 5) & 0x2010080402010080402010 != 0 /* red cannon in {10 points} */ {
                found(62); // cannon-on-palace-horse, red
            }
            found(109); // palace-horse, black
        }
        if of(p, 8) & 0x10000000000000000000 != 0 /* black advisor in {e8} */ {
            if line(p, 0x2000000000000000000000 & of(p, 7), 4, &[(Some(0), of(p, 8)), (None, of(p, 5))]) && of(p, 8) & 0x1000000000000000000000 != 0 /* black advisor in {d9} */ {
                found(26); // smothered-palace, red
            }
            if line(p, 0x2000000000000000000000 & of(p, 7), 8, &[(Some(0), of(p, 8)), (None, of(p, 5))]) && of(p, 8) & 0x4000000000000000000000 != 0 /* black advisor in {f9} */ {
                found(27); // smothered-palace, red, mirrored
            }
        }
        if of(p, 3) & 0x40000000000000000 != 0 /* red horse in {d7} */ && count(on(p, 0x3fff) & 0x8000000000000000000, 0, 0) {
            found(4); // corner-horse, red
        }
        if of(p, 3) & 0x100000000000000000 != 0 /* red horse in {f7} */ && count(on(p, 0x3fff) & 0x20000000000000000000, 0, 0) {
            found(5); // corner-horse, red, mirrored
        }
        if of(p, 5) & 0x402010080402010 != 0 /* red cannon in {7 points} */ && of(p, 5) & 0x3fe00000000000000000000 != 0 /* red cannon in {9 points} */ {
            found(34); // heaven-and-earth, red
        }
        if of(p, 10) & 0x20000000000000000 != 0 /* black horse in {c7} */ && of(p, 10) & 0x800000000000000000 != 0 /* black horse in {i7} */ {
            found(125); // single-raised-horse, black, mirrored
        }
        if of(p, 12) & 0x100000000000000000 != 0 /* black cannon in {f7} */ && of(p, 12) & 0x400000000000000000 != 0 /* black cannon in {h7} */ {
            found(130); // crosspalace-cannon, black
        }
        if of(p, 12) & 0x40000000000000000 != 0 /* black cannon in {d7} */ && of(p, 12) & 0x10000000000000000 != 0 /* black cannon in {b7} */ {
            found(131); // crosspalace-cannon, black, mirrored
        }
    }
    if material(p, false, [(1, 1), (2, 2), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)]) {
        if material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (3, 3)]) && of(p, 6) & 0xffffffe00000000000 != 0 /* red pawn in {27 points} */ {
            found(164); // three-pawns-beat-full-guard, red
        }
        if material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (0, 0), (0, 0)]) {
            found(174); // rook-draws-full-guard, red
        }
        if material(p, true, [(1, 1), (0, 2), (0, 2), (1, 1), (1, 1), (0, 0), (0, 0)]) {
            found(188); // rook-horse-beat-full-guard, red
        }
        if material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (1, 1), (0, 0)]) {
            found(190); // rook-cannon-beat-full-guard, red
        }
        if material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (0, 0), (1, 1)]) {
            found(192); // rook-pawn-beat-full-guard, red
        }
        if material(p, true, [(1, 1), (0, 2), (0, 2), (1, 1), (0, 0), (1, 1), (0, 0)]) {
            found(194); // horse-cannon-beat-full-guard, red
        }
        if material(p, true, [(1, 1), (0, 2), (0, 2), (2, 2), (0, 0), (0, 0), (0, 0)]) {
            found(196); // horses-beat-full-guard, red
        }
    }
    if material(p, true, [(1, 1), (2, 2), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)]) {
        if material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (3, 3)]) && of(p, 13) & 0x1ffffffc0000 != 0 /* black pawn in {27 points} */ {
            found(165); // three-pawns-beat-full-guard, black
        }
        if material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (0, 0), (0, 0)]) {
            found(175); // rook-draws-full-guard, black
        }
        if material(p, false, [(1, 1), (0, 2), (0, 2), (1, 1), (1, 1), (0, 0), (0, 0)]) {
            found(189); // rook-horse-beat-full-guard, black
        }
        if material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (1, 1), (0, 0)]) {
            found(191); // rook-cannon-beat-full-guard, black
        }
        if material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (0, 0), (1, 1)]) {
            found(193); // rook-pawn-beat-full-guard, black
        }
        if material(p, false, [(1, 1), (0, 2), (0, 2), (1, 1), (0, 0), (1, 1), (0, 0)]) {
            found(195); // horse-cannon-beat-full-guard, black
        }
        if material(p, false, [(1, 1), (0, 2), (0, 2), (2, 2), (0, 0), (0, 0), (0, 0)]) {
            found(197); // horses-beat-full-guard, black
        }
    }
    if of(p, 0) & 0x2010080402010080402010 != 0 /* red king in {10 points} */ {
        if of(p, 12) & 0x2010080402010080402010 != 0 /* black cannon in {10 points} */ && any(of(p, 11) & 0x5028140a05028140a05028, |v0| ((line(p, of(p, 11) & 0xe07038 & point(v0), 15, &[])) || (line(p, 0xa00000, 1, &[(None, point(v0))])))) {
            found(37); // iron-bolt, black
        }
        if line(p, 0x80000000000000000 & !on(p, 0x3fff), 2, &[(None, of(p, 0))]) && of(p, 7) & 0x5028140a05028140a05028 != 0 /* black king in {20 points} */ {
            found(40); // bare-faced-king, red
        }
        if of(p, 13) & 0x804000 != 0 /* black pawn in {f1 f2} */ && of(p, 13) & 0x201000 != 0 /* black pawn in {d1 d2} */ {
            found(43); // ghosts-at-the-door, black
        }
        if count(of(p, 9) & 0x3ffffffffffffffffffffff, 0, 0) && count(of(p, 8) & 0x3ffffffffffffffffffffff, 0, 0) && of(p, 5) & 0x3fe00000000000000000000 != 0 /* red cannon in {9 points} */ && of(p, 7) & 0x28140a05028140a05028 != 0 /* black king in {18 points} */ {
            found(58); // moon-from-the-seabed, red
        }
        if of(p, 11) & 0x28140a05028 != 0 /* black rook in {10 points} */ {
            found(85); // rib-rook, black
        }
        if of(p, 13) & 0x400000 != 0 /* black pawn in {e2} */ {
            found(97); // throat-pawn, black
        }
        if of(p, 11) & 0x20100804020 != 0 /* black rook in {f0 f1 f2 f3 f4} */ && of(p, 11) & 0x8040201008 != 0 /* black rook in {d0 d1 d2 d3 d4} */ {
            found(101); // two-wings, black
        }
    }
    if of(p, 7) & 0x2010080402010080402010 != 0 /* black king in {10 points} */ {
        if of(p, 5) & 0x2010080402010080402010 != 0 /* red cannon in {10 points} */ && any(of(p, 4) & 0x5028140a05028140a05028, |v0| ((line(p, of(p, 4) & 0x70381c0000000000000000 & point(v0), 15, &[])) || (line(p, 0x140000000000000000, 2, &[(None, point(v0))])))) {
            found(36); // iron-bolt, red
        }
        if line(p, 0x400000 & !on(p, 0x3fff), 1, &[(None, of(p, 7))]) && of(p, 0) & 0x5028140a05028140a05028 != 0 /* red king in {20 points} */ {
            found(41); // bare-faced-king, black
        }
        if of(p, 6) & 0x20100000000000000000 != 0 /* red pawn in {f7 f8} */ && of(p, 6) & 0x8040000000000000000 != 0 /* red pawn in {d7 d8} */ {
            found(42); // ghosts-at-the-door, red
        }
        if count(of(p, 2) & 0x3ffffffffffffffffffffff, 0, 0) && count(of(p, 1) & 0x3ffffffffffffffffffffff, 0, 0) && of(p, 12) & 0x1ff != 0 /* black cannon in {9 points} */ && of(p, 0) & 0x5028140a05028140a05000 != 0 /* red king in {18 points} */ {
            found(59); // moon-from-the-seabed, black
        }
        if of(p, 4) & 0x5028140a05000000000000 != 0 /* red rook in {10 points} */ {
            found(84); // rib-rook, red
        }
        if of(p, 6) & 0x80000000000000000 != 0 /* red pawn in {e7} */ {
            found(96); // throat-pawn, red
        }
        if of(p, 4) & 0x1008040201000000000000 != 0 /* red rook in {d5 d6 d7 d8 d9} */ && of(p, 4) & 0x4020100804000000000000 != 0 /* red rook in {f5 f6 f7 f8 f9} */ {
            found(100); // two-wings, red
        }
    }
    if phase(p, 1) {
        if of(p, 5) & 0x400000 != 0 /* red cannon in {e2} */ {
            found(70); // central-cannon, red
        }
        if of(p, 12) & 0x80000000000000000 != 0 /* black cannon in {e7} */ {
            found(71); // central-cannon, black
        }
        if of(p, 6) & 0x4000000000 != 0 /* red pawn in {c4} */ && of(p, 3) & 0x2 != 0 /* red horse in {b0} */ && of(p, 13) & 0x100000000000000 != 0 /* black pawn in {c6} */ {
            found(144); // pointing-immortal, red
        }
        if of(p, 6) & 0x40000000000 != 0 /* red pawn in {g4} */ && of(p, 3) & 0x80 != 0 /* red horse in {h0} */ && of(p, 13) & 0x1000000000000000 != 0 /* black pawn in {g6} */ {
            found(145); // pointing-immortal, red, mirrored
        }
        if of(p, 13) & 0x8000000000000 != 0 /* black pawn in {g5} */ && of(p, 10) & 0x10000000000000000000000 != 0 /* black horse in {h9} */ && of(p, 6) & 0x200000000 != 0 /* red pawn in {g3} */ {
            found(146); // pointing-immortal, black
        }
        if of(p, 13) & 0x800000000000 != 0 /* black pawn in {c5} */ && of(p, 10) & 0x400000000000000000000 != 0 /* black horse in {b9} */ && of(p, 6) & 0x20000000 != 0 /* red pawn in {c3} */ {
            found(147); // pointing-immortal, black, mirrored
        }
    }
    if of(p, 11) & 0x1fffffffffff != 0 /* black rook in {45 points} */ {
        if of(p, 10) & 0x1000000 != 0 /* black horse in {g2} */ && of(p, 0) & 0x30 != 0 /* red king in {e0 f0} */ {
            found(10); // fishing-horse, black
        }
        if of(p, 10) & 0x100000 != 0 /* black horse in {c2} */ && of(p, 0) & 0x18 != 0 /* red king in {d0 e0} */ {
            found(11); // fishing-horse, black, mirrored
        }
        if of(p, 10) & 0x10000 != 0 /* black horse in {h1} */ && of(p, 0) & 0x20 != 0 /* red king in {f0} */ {
            found(18); // flank-tiger, black
        }
        if of(p, 10) & 0x400 != 0 /* black horse in {b1} */ && of(p, 0) & 0x8 != 0 /* red king in {d0} */ {
            found(19); // flank-tiger, black, mirrored
        }
        if count(of(p, 1) & 0x3ffffffffffffffffffffff, 0, 1) && count(of(p, 11) & 0x3ffffffffffffffffffffff, 2, 2) {
            found(111); // missing-advisor-two-rooks, black
        }
    }
    if of(p, 4) & 0x3ffffffffffe00000000000 != 0 /* red rook in {45 points} */ {
        if of(p, 3) & 0x20000000000000000 != 0 /* red horse in {c7} */ && of(p, 7) & 0x3000000000000000000000 != 0 /* black king in {d9 e9} */ {
            found(8); // fishing-horse, red
        }
        if of(p, 3) & 0x200000000000000000 != 0 /* red horse in {g7} */ && of(p, 7) & 0x6000000000000000000000 != 0 /* black king in {e9 f9} */ {
            found(9); // fishing-horse, red, mirrored
        }
        if of(p, 3) & 0x2000000000000000000 != 0 /* red horse in {b8} */ && of(p, 7) & 0x1000000000000000000000 != 0 /* black king in {d9} */ {
            found(16); // flank-tiger, red
        }
        if of(p, 3) & 0x80000000000000000000 != 0 /* red horse in {h8} */ && of(p, 7) & 0x4000000000000000000000 != 0 /* black king in {f9} */ {
            found(17); // flank-tiger, red, mirrored
        }
        if count(of(p, 8) & 0x3ffffffffffffffffffffff, 0, 1) && count(of(p, 4) & 0x3ffffffffffffffffffffff, 2, 2) {
            found(110); // missing-advisor-two-rooks, red
        }
    }
    if of(p, 13) & 0x1ffffffc0000 != 0 /* black pawn in {27 points} */ {
        if material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (1, 1)]) {
            if material(p, true, [(1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]) {
                found(155); // pawn-takes-king, black
            }
            if material(p, true, [(1, 1), (1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]) {
                found(171); // pawn-draws-advisor, black
            }
        }
        if material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (2, 2)]) {
            if material(p, true, [(1, 1), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]) {
                found(157); // pawns-beat-advisors, black
            }
            if material(p, true, [(1, 1), (0, 0), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)]) {
                found(159); // pawns-beat-elephants, black
            }
        }
        if phase(p, 4) {
            found(95); // crossed-pawn, black
        }
    }
    if of(p, 6) & 0xffffffe00000000000 != 0 /* red pawn in {27 points} */ {
        if material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (1, 1)]) {
            if material(p, false, [(1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]) {
                found(154); // pawn-takes-king, red
            }
            if material(p, false, [(1, 1), (1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]) {
                found(170); // pawn-draws-advisor, red
            }
        }
        if material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (2, 2)]) {
            if material(p, false, [(1, 1), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]) {
                found(156); // pawns-beat-advisors, red
            }
            if material(p, false, [(1, 1), (0, 0), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)]) {
                found(158); // pawns-beat-elephants, red
            }
        }
        if phase(p, 4) {
            found(94); // crossed-pawn, red
        }
    }
    if of(p, 7) & 0x70381c0000000000000000 != 0 /* black king in {9 points} */ {
        if of(p, 3) & 0x4000000000000000000 != 0 /* red horse in {c8} */ && of(p, 3) & 0xb0600000000000000 != 0 /* red horse in {d6 e6 b7 c7 e7} */ {
            found(20); // spring-horses, red
        }
        if of(p, 3) & 0x40000000000000000000 != 0 /* red horse in {g8} */ && of(p, 3) & 0x680c00000000000000 != 0 /* red horse in {e6 f6 e7 g7 h7} */ {
            found(21); // spring-horses, red, mirrored
        }
        if count(of(p, 4) & 0x3ffffffffffe00000000000, 2, 255) && of(p, 6) & 0x70381c0000000000000000 != 0 /* red pawn in {9 points} */ {
            found(46); // three-chariots, red
        }
        if count(of(p, 5) & 0x3ffffff8000000000000000, 2, 255) && of(p, 4) & 0x3ffffff8000000000000000 != 0 /* red rook in {27 points} */ {
            found(48); // flanking-cannons, red
        }
        if of(p, 3) & 0xffffc0000000000000 != 0 /* red horse in {18 points} */ {
            found(82); // crossed-horse, red
        }
    }
    if of(p, 0) & 0xe07038 != 0 /* red king in {9 points} */ {
        if of(p, 10) & 0x8000 != 0 /* black horse in {g1} */ && of(p, 10) & 0x183400000 != 0 /* black horse in {e2 g2 h2 e3 f3} */ {
            found(22); // spring-horses, black
        }
        if of(p, 10) & 0x800 != 0 /* black horse in {c1} */ && of(p, 10) & 0xc0580000 != 0 /* black horse in {b2 c2 e2 d3 e3} */ {
            found(23); // spring-horses, black, mirrored
        }
        if of(p, 13) & 0xe07038 != 0 /* black pawn in {9 points} */ && count(of(p, 11) & 0x1fffffffffff, 2, 255) {
            found(47); // three-chariots, black
        }
        if count(of(p, 12) & 0x7ffffff, 2, 255) && of(p, 11) & 0x7ffffff != 0 /* black rook in {27 points} */ {
            found(49); // flanking-cannons, black
        }
        if of(p, 10) & 0xffffc0000 != 0 /* black horse in {18 points} */ {
            found(83); // crossed-horse, black
        }
    }
    if of(p, 0) & 0x1ff != 0 /* red king in {9 points} */ {
        if of(p, 11) & 0x2000 != 0 /* black rook in {e1} */ {
            found(39); // through-the-heart, black
        }
        if of(p, 11) & 0x3ffff != 0 /* black rook in {18 points} */ && of(p, 12) & 0x1ff != 0 /* black cannon in {9 points} */ {
            found(45); // grinding-cannon, black
        }
        if of(p, 13) & 0x2000 != 0 /* black pawn in {e1} */ {
            found(55); // pawn-in-the-heart, black
        }
        if of(p, 11) & 0x1ff != 0 /* black rook in {9 points} */ {
            found(57); // sunk-rook, black
        }
    }
    if of(p, 7) & 0x3fe00000000000000000000 != 0 /* black king in {9 points} */ {
        if of(p, 4) & 0x10000000000000000000 != 0 /* red rook in {e8} */ {
            found(38); // through-the-heart, red
        }
        if of(p, 5) & 0x3fe00000000000000000000 != 0 /* red cannon in {9 points} */ && of(p, 4) & 0x3ffff000000000000000000 != 0 /* red rook in {18 points} */ {
            found(44); // grinding-cannon, red
        }
        if of(p, 6) & 0x10000000000000000000 != 0 /* red pawn in {e8} */ {
            found(54); // pawn-in-the-heart, red
        }
        if of(p, 4) & 0x3fe00000000000000000000 != 0 /* red rook in {9 points} */ {
            found(56); // sunk-rook, red
        }
    }
    if material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (0, 0), (0, 0)]) {
        if material(p, false, [(1, 1), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]) {
            found(176); // rook-beats-advisors, red
        }
        if material(p, false, [(1, 1), (0, 0), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)]) {
            found(178); // rook-beats-elephants, red
        }
        if material(p, false, [(1, 1), (0, 0), (0, 0), (1, 1), (0, 0), (0, 0), (0, 0)]) {
            found(180); // rook-beats-horse, red
        }
    }
    if material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (3, 3)]) {
        if material(p, true, [(1, 1), (1, 1), (2, 2), (0, 0), (0, 0), (0, 0), (1, 1)]) {
            found(163); // three-pawns-beat-pawn-guard, black
        }
        if material(p, true, [(1, 1), (0, 0), (2, 2), (0, 0), (0, 0), (1, 1), (0, 0)]) {
            found(167); // three-pawns-beat-cannon-elephants, black
        }
        if material(p, true, [(1, 1), (0, 0), (2, 2), (1, 1), (0, 0), (0, 0), (0, 0)]) {
            found(169); // three-pawns-beat-horse-elephants, black
        }
    }
    if material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (0, 0), (0, 0)]) {
        if material(p, true, [(1, 1), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]) {
            found(177); // rook-beats-advisors, black
        }
        if material(p, true, [(1, 1), (0, 0), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)]) {
            found(179); // rook-beats-elephants, black
        }
        if material(p, true, [(1, 1), (0, 0), (0, 0), (1, 1), (0, 0), (0, 0), (0, 0)]) {
            found(181); // rook-beats-horse, black
        }
    }
    if material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (3, 3)]) {
        if material(p, false, [(1, 1), (1, 1), (2, 2), (0, 0), (0, 0), (0, 0), (1, 1)]) {
            found(162); // three-pawns-beat-pawn-guard, red
        }
        if material(p, false, [(1, 1), (0, 0), (2, 2), (0, 0), (0, 0), (1, 1), (0, 0)]) {
            found(166); // three-pawns-beat-cannon-elephants, red
        }
        if material(p, false, [(1, 1), (0, 0), (2, 2), (1, 1), (0, 0), (0, 0), (0, 0)]) {
            found(168); // three-pawns-beat-horse-elephants, red
        }
    }
    if of(p, 6) & 0x80000000 != 0 /* red pawn in {e3} */ {
        if of(p, 13) & 0x400000000000000 != 0 /* black pawn in {e6} */ {
            if of(p, 5) & 0x400000 != 0 /* red cannon in {e2} */ {
                found(152); // central-pawn-pair, red
            }
            if of(p, 12) & 0x80000000000000000 != 0 /* black cannon in {e7} */ {
                found(153); // central-pawn-pair, black
            }
        }
    }
    if of(p, 3) & 0x4000000000000000000 != 0 /* red horse in {c8} */ && of(p, 7) & 0x3010000000000000000000 != 0 /* black king in {e8 d9 e9} */ {
        found(0); // trough-horse, red
    }
    if of(p, 3) & 0x40000000000000000000 != 0 /* red horse in {g8} */ && of(p, 7) & 0x6010000000000000000000 != 0 /* black king in {e8 e9 f9} */ {
        found(1); // trough-horse, red, mirrored
    }
    if of(p, 10) & 0x8000 != 0 /* black horse in {g1} */ && of(p, 0) & 0x2030 != 0 /* red king in {e0 f0 e1} */ {
        found(2); // trough-horse, black
    }
    if of(p, 10) & 0x800 != 0 /* black horse in {c1} */ && of(p, 0) & 0x2018 != 0 /* red king in {d0 e0 e1} */ {
        found(3); // trough-horse, black, mirrored
    }
    if of(p, 3) & 0x100000000000000000 != 0 /* red horse in {f7} */ && of(p, 7) & 0x1000000000000000000000 != 0 /* black king in {d9} */ {
        found(12); // octagonal-horse, red
    }
    if of(p, 3) & 0x40000000000000000 != 0 /* red horse in {d7} */ && of(p, 7) & 0x4000000000000000000000 != 0 /* black king in {f9} */ {
        found(13); // octagonal-horse, red, mirrored
    }
    if of(p, 10) & 0x200000 != 0 /* black horse in {d2} */ && of(p, 0) & 0x20 != 0 /* red king in {f0} */ {
        found(14); // octagonal-horse, black
    }
    if of(p, 10) & 0x800000 != 0 /* black horse in {f2} */ && of(p, 0) & 0x8 != 0 /* red king in {d0} */ {
        found(15); // octagonal-horse, black, mirrored
    }
    if count(of(p, 4) & 0x3ffffffffffe00000000000, 2, 255) && count(of(p, 8) & 0x3ffffffffffffffffffffff, 0, 1) && of(p, 7) & 0x5028140a05028140a05028 != 0 /* black king in {20 points} */ {
        found(24); // rooks-in-turn, red
    }
    if count(of(p, 11) & 0x1fffffffffff, 2, 255) && count(of(p, 1) & 0x3ffffffffffffffffffffff, 0, 1) && of(p, 0) & 0x5028140a05028140a05028 != 0 /* red king in {20 points} */ {
        found(25); // rooks-in-turn, black
    }
    if line(p, of(p, 7) & 0x3ffffffffffffffffffffff & of(p, 7), 14, &[(None, of(p, 5)), (None, of(p, 5))]) {
        found(30); // stacked-cannons, red
    }
    if line(p, of(p, 0) & 0x3ffffffffffffffffffffff & of(p, 0), 13, &[(None, of(p, 12)), (None, of(p, 12))]) {
        found(31); // stacked-cannons, black
    }
    if line(p, of(p, 7) & 0x3ffffffffffffffffffffff & of(p, 7), 14, &[(Some(1), of(p, 3)), (None, of(p, 5))]) {
        found(32); // cannon-behind-horse, red
    }
    if line(p, of(p, 0) & 0x3ffffffffffffffffffffff & of(p, 0), 13, &[(Some(1), of(p, 10)), (None, of(p, 12))]) {
        found(33); // cannon-behind-horse, black
    }
    if line(p, of(p, 7) & 0x3ffffffffffffffffffffff & of(p, 7), 14, &[(None, of(p, 3)), (None, of(p, 4))]) {
        found(50); // drawn-horse, red
    }
    if line(p, of(p, 0) & 0x3ffffffffffffffffffffff & of(p, 0), 13, &[(None, of(p, 10)), (None, of(p, 11))]) {
        found(51); // drawn-horse, black
    }
    if line(p, of(p, 7) & 0x3ffffffffffffffffffffff & of(p, 7), 14, &[(None, of(p, 4)), (None, of(p, 5))]) {
        found(52); // rook-cannon-battery, red
    }
    if line(p, of(p, 0) & 0x3ffffffffffffffffffffff & of(p, 0), 13, &[(None, of(p, 11)), (None, of(p, 12))]) {
        found(53); // rook-cannon-battery, black
    }
    if any(of(p, 5) & 0x3ffffffffffffffffffffff, |v0| line(p, of(p, 7) & 0x3ffffffffffffffffffffff & of(p, 7), 3, &[(None, point(v0))])) {
        found(60); // hollow-cannon, red
    }
    if any(of(p, 12) & 0x3ffffffffffffffffffffff, |v0| line(p, of(p, 0) & 0x3ffffffffffffffffffffff & of(p, 0), 3, &[(None, point(v0))])) {
        found(61); // hollow-cannon, black
    }
    if any(on(p, 0x30) & 0x3ffffffffffffffffffffff, |v0| pins(p, point(v0), on(p, 0x3f80) & 0x3ffffffffffffffffffffff)) {
        found(64); // pin, red
    }
    if any(on(p, 0x1800) & 0x3ffffffffffffffffffffff, |v0| pins(p, point(v0), on(p, 0x7f) & 0x3ffffffffffffffffffffff)) {
        found(65); // pin, black
    }
    if of(p, 5) & 0x38e00000000000000000000 != 0 /* red cannon in {a9 b9 c9 g9 h9 i9} */ && of(p, 7) & 0x7000000000000000000000 != 0 /* black king in {d9 e9 f9} */ {
        found(66); // bottom-cannon, red
    }
    if of(p, 12) & 0x1c7 != 0 /* black cannon in {a0 b0 c0 g0 h0 i0} */ && of(p, 0) & 0x38 != 0 /* red king in {d0 e0 f0} */ {
        found(67); // bottom-cannon, black
    }
    if of(p, 5) & 0x10080402010 != 0 /* red cannon in {e0 e1 e2 e3 e4} */ && of(p, 4) & 0x5028140a05000000000000 != 0 /* red rook in {10 points} */ {
        found(68); // rib-rook-central-cannon, red
    }
    if of(p, 12) & 0x2010080402000000000000 != 0 /* black cannon in {e5 e6 e7 e8 e9} */ && of(p, 11) & 0x28140a05028 != 0 /* black rook in {10 points} */ {
        found(69); // rib-rook-central-cannon, black
    }
    if of(p, 5) & 0x1ff000000000 != 0 /* red cannon in {9 points} */ {
        found(76); // patrol-cannon, red
    }
    if of(p, 12) & 0x3fe00000000000 != 0 /* black cannon in {9 points} */ {
        found(77); // patrol-cannon, black
    }
    if of(p, 3) & 0x44000000000 != 0 /* red horse in {c4 g4} */ {
        found(80); // river-mouth-horse, red
    }
    if of(p, 10) & 0x8800000000000 != 0 /* black horse in {c5 g5} */ {
        found(81); // river-mouth-horse, black
    }
    if of(p, 4) & 0x80000000000000000000 != 0 /* red rook in {h8} */ && of(p, 11) & 0x20000000000000000000000 != 0 /* black rook in {i9} */ && of(p, 10) & 0x10000000000000000000000 != 0 /* black horse in {h9} */ {
        found(86); // rook-holds-rook-and-horse, red
    }
    if of(p, 4) & 0x2000000000000000000 != 0 /* red rook in {b8} */ && of(p, 11) & 0x200000000000000000000 != 0 /* black rook in {a9} */ && of(p, 10) & 0x400000000000000000000 != 0 /* black horse in {b9} */ {
        found(87); // rook-holds-rook-and-horse, red, mirrored
    }
    if of(p, 11) & 0x400 != 0 /* black rook in {b1} */ && of(p, 4) & 0x1 != 0 /* red rook in {a0} */ && of(p, 3) & 0x2 != 0 /* red horse in {b0} */ {
        found(88); // rook-holds-rook-and-horse, black
    }
    if of(p, 11) & 0x10000 != 0 /* black rook in {h1} */ && of(p, 4) & 0x100 != 0 /* red rook in {i0} */ && of(p, 3) & 0x80 != 0 /* red horse in {h0} */ {
        found(89); // rook-holds-rook-and-horse, black, mirrored
    }
    if attacks(p, of(p, 5) & 0x3ffffffffffffffffffffff, of(p, 9) & 0x8800000000000000000000) {
        found(90); // cannon-aims-at-elephant, red
    }
    if attacks(p, of(p, 12) & 0x3ffffffffffffffffffffff, of(p, 2) & 0x44) {
        found(91); // cannon-aims-at-elephant, black
    }
    if any(of(p, 3) & 0x3ffffffffffffffffffffff, |v0| attacks(p, point(v0), of(p, 7) & 0x3ffffffffffffffffffffff) && attacks(p, point(v0), of(p, 11) & 0x3ffffffffffffffffffffff)) {
        found(92); // horse-fork, red
    }
    if any(of(p, 10) & 0x3ffffffffffffffffffffff, |v0| attacks(p, point(v0), of(p, 0) & 0x3ffffffffffffffffffffff) && attacks(p, point(v0), of(p, 4) & 0x3ffffffffffffffffffffff)) {
        found(93); // horse-fork, black
    }
    if trapped(p, of(p, 10) & 0x20301000000000000000000) && of(p, 4) & 0x3ffffffffffffffffffffff != 0 /* red rook in {90 points} */ {
        found(98); // trapped-edge-horse, red
    }
    if trapped(p, of(p, 3) & 0x20301) && of(p, 11) & 0x3ffffffffffffffffffffff != 0 /* black rook in {90 points} */ {
        found(99); // trapped-edge-horse, black
    }
    if any(of(p, 3) & 0x3ffffffffffffffffffffff, |v0| any(of(p, 3) & 0x3ffffffffffffffffffffff, |v1| guards(p, point(v0), point(v1)) && guards(p, point(v1), point(v0)))) {
        found(102); // linked-horses, red
    }
    if any(of(p, 10) & 0x3ffffffffffffffffffffff, |v0| any(of(p, 10) & 0x3ffffffffffffffffffffff, |v1| guards(p, point(v0), point(v1)) && guards(p, point(v1), point(v0)))) {
        found(103); // linked-horses, black
    }
    if guards(p, of(p, 5) & 0x3ffffffffffffffffffffff, of(p, 5) & 0x3ffffffffffffffffffffff) {
        found(104); // linked-cannons, red
    }
    if guards(p, of(p, 12) & 0x3ffffffffffffffffffffff, of(p, 12) & 0x3ffffffffffffffffffffff) {
        found(105); // linked-cannons, black
    }
    if any(of(p, 6) & 0x3ffffffffffffffffffffff, |v0| of(p, 6) & offset(v0, 1, 0) != 0) {
        found(106); // joined-pawns, red
    }
    if any(of(p, 13) & 0x3ffffffffffffffffffffff, |v0| of(p, 13) & offset(v0, -1, 0) != 0) {
        found(107); // joined-pawns, black
    }
    if count(of(p, 9) & 0x3ffffffffffffffffffffff, 0, 1) && of(p, 5) & 0x3ffffffffffe00000000000 != 0 /* red cannon in {45 points} */ && of(p, 8) & 0x70381c0000000000000000 != 0 /* black advisor in {9 points} */ {
        found(112); // missing-elephant-cannon, red
    }
    if count(of(p, 2) & 0x3ffffffffffffffffffffff, 0, 1) && of(p, 12) & 0x1fffffffffff != 0 /* black cannon in {45 points} */ && of(p, 1) & 0xe07038 != 0 /* red advisor in {9 points} */ {
        found(113); // missing-elephant-cannon, black
    }
    if count(of(p, 2) & 0x3ffffffffffffffffffffff, 2, 2) && count(of(p, 1) & 0x3ffffffffffffffffffffff, 2, 2) {
        found(114); // full-guard, red
    }
    if count(of(p, 8) & 0x3ffffffffffffffffffffff, 2, 2) && count(of(p, 9) & 0x3ffffffffffffffffffffff, 2, 2) {
        found(115); // full-guard, black
    }
    if of(p, 1) & 0x200000 != 0 /* red advisor in {d2} */ && of(p, 1) & 0x800000 != 0 /* red advisor in {f2} */ {
        found(134); // ram-horn-advisors, red
    }
    if of(p, 8) & 0x100000000000000000 != 0 /* black advisor in {f7} */ && of(p, 8) & 0x40000000000000000 != 0 /* black advisor in {d7} */ {
        found(135); // ram-horn-advisors, black
    }
    if any(of(p, 4) & 0x3ffffffffffffffffffffff, |v0| any(of(p, 4) & 0x3ffffffffffffffffffffff, |v1| of(p, 4) & 0x3ffffffffffe00000000000 != 0 && guards(p, point(v0), point(v1)))) {
        found(138); // guarding-rooks, red
    }
    if any(of(p, 11) & 0x3ffffffffffffffffffffff, |v0| any(of(p, 11) & 0x3ffffffffffffffffffffff, |v1| of(p, 11) & 0x1fffffffffff != 0 && guards(p, point(v0), point(v1)))) {
        found(139); // guarding-rooks, black
    }
    if any(of(p, 6) & 0x3ffffffffffe00000000000, |v0| of(p, 6) & offset(v0, 1, 0) != 0 && of(p, 6) & offset(v0, 2, 0) != 0) {
        found(148); // three-pawns-joined, red
    }
    if any(of(p, 13) & 0x1fffffffffff, |v0| of(p, 13) & offset(v0, -2, 0) != 0 && of(p, 13) & offset(v0, -1, 0) != 0) {
        found(149); // three-pawns-joined, black
    }
    if of(p, 6) & 0x3fe00000000000000000000 != 0 /* red pawn in {9 points} */ {
        found(150); // bottom-pawn, red
    }
    if of(p, 13) & 0x1ff != 0 /* black pawn in {9 points} */ {
        found(151); // bottom-pawn, black
    }
    if material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (2, 2)]) && material(p, false, [(1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (1, 1), (0, 0)]) && count(of(p, 6) & 0xffffffe00000000000, 2, 255) {
        found(160); // pawns-beat-cannon, red
    }
    if material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (2, 2)]) && material(p, true, [(1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (1, 1), (0, 0)]) && count(of(p, 13) & 0x1ffffffc0000, 2, 255) {
        found(161); // pawns-beat-cannon, black
    }
    if material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (1, 1)]) && material(p, false, [(1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (1, 1), (1, 1)]) {
        found(172); // pawn-draws-cannon-pawn, red
    }
    if material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (0, 0), (1, 1)]) && material(p, true, [(1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (1, 1), (1, 1)]) {
        found(173); // pawn-draws-cannon-pawn, black
    }
    if material(p, false, [(1, 1), (1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, true, [(1, 1), (0, 2), (0, 2), (1, 1), (0, 0), (0, 0), (0, 0)]) {
        found(182); // horse-beats-advisor, red
    }
    if material(p, true, [(1, 1), (1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (1, 1), (0, 0), (0, 0), (0, 0)]) {
        found(183); // horse-beats-advisor, black
    }
    if material(p, false, [(1, 1), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, true, [(1, 1), (1, 2), (0, 2), (0, 0), (0, 0), (1, 1), (0, 0)]) {
        found(184); // cannon-beats-advisors, red
    }
    if material(p, true, [(1, 1), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (1, 2), (0, 2), (0, 0), (0, 0), (1, 1), (0, 0)]) {
        found(185); // cannon-beats-advisors, black
    }
    if material(p, false, [(1, 1), (0, 0), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (1, 1), (0, 0)]) {
        found(186); // cannon-draws-elephants, red
    }
    if material(p, true, [(1, 1), (0, 0), (2, 2), (0, 0), (0, 0), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (0, 0), (1, 1), (0, 0)]) {
        found(187); // cannon-draws-elephants, black
    }
    if material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (1, 1), (0, 0)]) && material(p, false, [(1, 1), (0, 0), (0, 0), (0, 0), (1, 1), (0, 0), (0, 0)]) {
        found(198); // rook-cannon-beat-rook, red
    }
    if material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (1, 1), (1, 1), (0, 0)]) && material(p, true, [(1, 1), (0, 0), (0, 0), (0, 0), (1, 1), (0, 0), (0, 0)]) {
        found(199); // rook-cannon-beat-rook, black
    }
    if material(p, true, [(1, 1), (0, 2), (0, 2), (0, 0), (2, 2), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (2, 2), (2, 2), (0, 0), (1, 1), (0, 0), (0, 0)]) {
        found(200); // rooks-beat-rook-guard, red
    }
    if material(p, true, [(1, 1), (2, 2), (2, 2), (0, 0), (1, 1), (0, 0), (0, 0)]) && material(p, false, [(1, 1), (0, 2), (0, 2), (0, 0), (2, 2), (0, 0), (0, 0)]) {
        found(201); // rooks-beat-rook-guard, black
    }
}
