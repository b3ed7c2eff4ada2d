; Shapes of attack.
(pattern hollow-cannon
  (name (en "Hollow cannon") (hant "空頭炮") (hans "空头炮"))
  (tags attack cannon)
  (when (let C1 us.cannon) (line them.king vertical them.king * C1))
  (score (per C1))
  (plan
    (en
      "Nothing can stand between: bring a rook behind the cannon, every piece of theirs that steps in is lost.")
    (hant "空頭炮成，墊子即成炮架，速調車馬助攻。")
    (hans "空头炮成，墊子即成炮架，速调车马助攻。"))
  (example "4k4/9/9/9/9/9/4C4/9/9/3K5 w")
  (near-miss "4k4/9/9/4p4/9/9/4C4/9/9/3K5 b"))

(pattern cannon-on-palace-horse
  (name (en "Cannon on the palace horse") (hant "炮鎮窩心馬") (hans "炮镇窝心马"))
  (tags attack cannon horse)
  (when
    (at us.cannon centre-file)
    (at them.horse them.palace-centre)
    (at them.king them.king-home))
  (plan
    (en
      "The horse smothers its own king: keep the cannon on the file and attack with everything from the side.")
    (hant "炮鎮窩心馬，將馬互困，側翼出擊必勝。")
    (hans "炮镇窝心马，将马互困，侧翼出击必胜。"))
  (example "4k4/4n4/9/9/9/4C4/9/9/9/3K5 b")
  (near-miss "4k4/4n4/9/9/9/3C5/9/9/9/3K5 w"))

(pattern pin
  (name (en "Pin") (hant "栓鍊") (hans "栓炼"))
  (tags attack)
  (when (let P1 (us.rook us.cannon)) (pins P1 them.any))
  (score (per P1))
  (plan
    (en "The pinned piece cannot leave: attack it again before it is freed.")
    (hant "子被牽住動彈不得，應即再攻一手。")
    (hans "子被牵住动彈不得，应即再攻一手。"))
  (example "4k4/9/9/4n4/9/9/4R4/9/9/3K5 w")
  (near-miss "4k4/9/9/4n4/4p4/9/4R4/9/9/3K5 w"))

(pattern bottom-cannon
  (name (en "Bottom cannon") (hant "沉底炮") (hans "沉底炮"))
  (tags attack cannon)
  (when (at us.cannon (common them.back-rank wings)) (at them.king (d9 e9 f9)))
  (plan
    (en
      "A cannon on the last rank threatens the advisors and elephants there: bring the rook to the same wing.")
    (hant "炮沉底線，士象受威脅，車應速趕同側助攻。")
    (hans "炮沉底线，士象受威脅，车应速赶同侧助攻。"))
  (example "Cn2k4/9/9/9/9/9/9/9/9/3K5 b")
  (near-miss "1n2k4/C8/9/9/9/9/9/9/9/3K5 w"))

(pattern rib-rook-central-cannon
  (name (en "Central cannon and rib rook") (hant "中炮車佔肋") (hans "中炮车占肋"))
  (tags attack cannon rook)
  (when (at us.cannon (common centre-file home)) (at us.rook (common rib-files beyond-river)))
  (plan
    (en
      "Cannon in the middle, rook on the rib: the king cannot leave the centre file, look for a sacrifice on it.")
    (hant "中炮鎮中，車佔肋道，將不得出，可謀棄子搶攻。")
    (hans "中炮镇中，车占肋道，将不得出，可谋棄子搶攻。"))
  (example "4k4/9/9/3Rp4/9/9/9/4C4/9/3K5 b")
  (near-miss "4k4/9/9/4p4/9/3R5/9/4C4/9/3K5 b"))

(pattern central-cannon
  (name (en "Central cannon") (hant "當頭炮") (hans "当头炮"))
  (tags attack cannon opening)
  (when (at us.cannon e2) (phase opening))
  (plan
    (en "The cannon aims at the centre pawn: develop the horses and rooks quickly behind it.")
    (hant "當頭炮直指中卒，馬隨炮後，車速出。")
    (hans "当头炮直指中卒，马随炮后，车速出。"))
  (example "rn2k2nr/9/1c5c1/4p4/9/9/9/4C2C1/R7R/N3K3N b")
  (near-miss "rn2k2nr/9/1c5c1/4p4/9/9/9/3C3C1/R7R/N3K3N w"))

(pattern patrol-rook
  (name (en "Rook on the home bank") (hant "巡河車") (hans "巡河车"))
  (tags attack rook)
  (when (at us.rook river) (phase opening middlegame))
  (plan
    (en
      "The rook guards the river and supports the pawns: exchange a pawn to open the horses' way.")
    (hant "車巡河岸，護兵助馬，可兌兵活馬。")
    (hans "车巡河岸，护兵助马，可兌兵活马。"))
  (example "3rk4/9/9/4p4/7r1/R8/9/1CN3N2/9/1R1K5 w")
  (near-miss "3rk4/9/9/4p4/7r1/9/R8/1CN3N2/9/1R1K5 w"))

(pattern riding-rook
  (name (en "Rook on the far bank") (hant "騎河車") (hans "骑河车"))
  (tags attack rook)
  (when (at us.rook them.river) (phase opening middlegame))
  (plan
    (en
      "The rook on their bank holds back horses and takes pawns: do not let it be chased away with tempo.")
    (hant "車騎河上，壓馬吃卒，勿被捉而失先。")
    (hans "车骑河上，压马吃卒，勿被捉而失先。"))
  (example "3rk4/9/9/4p4/R6r1/9/9/1CN3N2/9/1R1K5 w")
  (near-miss "3rk4/9/9/R3p2r1/9/9/9/1CN3N2/9/1R1K5 w"))

(pattern patrol-cannon
  (name (en "Cannon on the home bank") (hant "巡河炮") (hans "巡河炮"))
  (tags attack cannon)
  (when (at us.cannon river))
  (plan
    (en "The cannon guards the bank: it keeps enemy horses and pawns from crossing.")
    (hant "炮巡河口，阻敵馬卒過河，攻守兩宜。")
    (hans "炮巡河口，阻敵马卒过河，攻守两宜。"))
  (example "4k4/9/9/9/9/C8/9/9/9/3K5 w")
  (near-miss "4k4/9/9/9/9/9/C8/9/9/3K5 w"))

(pattern crossed-cannon
  (name (en "Cannon across the river") (hant "過河炮") (hans "过河炮"))
  (tags attack cannon)
  (when (at us.cannon (them.Rank4 them.Rank5)) (phase opening middlegame))
  (plan
    (en
      "The cannon works behind their lines: it disturbs the horses, but see that it can come back.")
    (hant "炮過河擾敵，封車壓馬，但須防被困。")
    (hans "炮过河扰敌，封车压马，但须防被困。"))
  (example "3rk4/9/9/C3p4/7r1/9/9/2N3N2/9/RR1K5 w")
  (near-miss "3rk4/9/9/4p4/7r1/C8/9/2N3N2/9/RR1K5 w"))

(pattern river-mouth-horse
  (name (en "Horse at the river mouth") (hant "河口馬") (hans "河口马"))
  (tags attack horse)
  (when (at us.horse (c4 g4)))
  (plan
    (en
      "The horse at the river looks at the centre pawn and both wings: jump on when the leg is free.")
    (hant "馬躍河口，窺視中卒，進可攻退可守。")
    (hans "马躍河口，窺视中卒，进可攻退可守。"))
  (example "4k4/9/9/9/9/2N6/9/9/9/3K5 w")
  (near-miss "4k4/9/9/9/9/9/2N6/9/9/3K5 w"))

(pattern crossed-horse
  (name (en "Horse across the river") (hant "過河馬") (hans "过河马"))
  (tags attack horse)
  (when (at us.horse (them.Rank3 them.Rank4)) (at them.king them.palace))
  (plan
    (en "A horse in their camp works with any rook: aim at the trough or the palace corner.")
    (hant "馬入敵境，可奔臥槽或掛角，配車成殺。")
    (hans "马入敵境，可奔卧槽或挂角，配车成杀。"))
  (example "4k4/9/9/2N6/9/9/9/9/9/3K5 w")
  (near-miss "4k4/9/9/9/2N6/9/9/9/9/3K5 w"))

(pattern rib-rook
  (name (en "Rook on the rib") (hant "車佔肋道") (hans "车占肋道"))
  (tags attack rook)
  (when (at us.rook (common rib-files beyond-river)) (at them.king centre-file))
  (plan
    (en "The rook holds the palace's outer file: the king cannot come out that way.")
    (hant "車佔肋道，斷將出路。")
    (hans "车占肋道，斷将出路。"))
  (example "4k4/9/9/3R5/9/9/9/9/9/3K5 w")
  (near-miss "4k4/9/9/9/9/3R5/9/9/9/3K5 w"))

(pattern rook-holds-rook-and-horse
  (name (en "One rook holds rook and horse") (hant "單車困車馬") (hans "单车困车马"))
  (tags attack rook)
  (when (at us.rook h8) (at them.horse h9) (at them.rook i9))
  (plan
    (en
      "One rook keeps two pieces at home: do not hurry, bring the others while they cannot move.")
    (hant "單車困住車馬，敵一翼不得動，可從容調子。")
    (hans "单车困住车马，敵一翼不得动，可从容调子。"))
  (example "4k2nr/7R1/9/9/9/9/9/9/9/3K5 w")
  (near-miss "4k2nr/9/7R1/9/9/9/9/9/9/3K5 w"))

(pattern cannon-aims-at-elephant
  (name (en "Cannon aims at the bottom elephant") (hant "炮打底象") (hans "炮打底象"))
  (tags attack cannon)
  (when (attacks us.cannon (in them.elephant (c9 g9))))
  (plan
    (en
      "The bottom elephant is in the cannon's sight: taking it breaks the guard and gives a bottom cannon.")
    (hant "炮瞄底象，打象後即成沉底炮。")
    (hans "炮瞄底象，打象后即成沉底炮。"))
  (example "2b1k4/9/9/2p6/9/9/9/2C6/9/3K5 w")
  (near-miss "2b1k4/9/9/9/9/9/9/2C6/9/3K5 w"))

(pattern horse-fork
  (name (en "Horse checks and takes the rook") (hant "馬抽車") (hans "马抽车"))
  (tags attack horse)
  (when (let H1 us.horse) (attacks H1 them.king) (attacks H1 them.rook))
  (plan
    (en "The horse gives check and attacks the rook: the king must move, the rook is won.")
    (hant "馬將軍兼捉車，將一動即得車。")
    (hans "马将军兼捉车，将一动即得车。"))
  (example "4k4/9/3N5/1r7/9/9/9/9/9/3K5 b")
  (near-miss "4k4/9/3N5/9/1r7/9/9/9/9/3K5 b"))

(pattern crossed-pawn
  (name (en "Pawn across the river") (hant "過河兵") (hans "过河兵"))
  (tags attack pawn)
  (when (at us.pawn (them.Rank4 them.Rank5 them.Rank3)) (phase endgame))
  (plan
    (en
      "A pawn across the river is worth half a horse: lead it towards the palace, never back it cannot go.")
    (hant "過河兵頂半馬，宜緩緩逼近九宮。")
    (hans "过河兵顶半马，宜缓缓逼近九宫。"))
  (example "4k4/9/9/2P6/9/9/9/9/9/3K5 w")
  (near-miss "4k4/9/9/9/9/2P6/9/9/9/3K5 w"))

(pattern throat-pawn
  (name (en "Pawn at the throat") (hant "咽喉兵") (hans "咽喉兵"))
  (tags attack pawn)
  (when (at us.pawn them.throat) (at them.king centre-file))
  (plan
    (en
      "The pawn before the palace takes the king's breath: support it and the king cannot rise.")
    (hant "兵佔咽喉，將不得上，宜穩守此兵。")
    (hans "兵占咽喉，将不得上，宜稳守此兵。"))
  (example "4k4/9/4P4/9/9/9/9/9/9/3K5 w")
  (near-miss "4k4/9/9/4P4/9/9/9/9/9/3K5 w"))

(pattern trapped-edge-horse
  (name (en "Edge horse without a way") (hant "邊馬受困") (hans "边马受困"))
  (tags attack horse)
  (when (trapped (in them.horse (a9 i9 a8 i8))) (at us.rook board))
  (plan
    (en
      "The horse on the edge has no safe point: close in on it with the rook before it gets help.")
    (hant "邊馬無路可走，車逼之即得。")
    (hans "边马无路可走，车逼之即得。"))
  (example "nr2k4/9/2R6/9/9/9/9/9/9/3K5 w")
  (near-miss "n3k4/9/7R1/9/9/9/9/9/9/3K5 w"))

(pattern two-wings
  (name (en "Rooks on both ribs") (hant "雙車佔肋") (hans "双车占肋"))
  (tags attack rook)
  (when
    (at us.rook (common Column6 beyond-river))
    (at us.rook (common Column4 beyond-river))
    (at them.king centre-file))
  (plan
    (en
      "Both ribs are taken: the king stays on the centre file, a cannon or horse decides there.")
    (hant "雙車分佔兩肋，將困中路，中路一擊即勝。")
    (hans "双车分占两肋，将困中路，中路一击即胜。"))
  (example "4k4/9/9/3R1R3/9/9/9/9/9/3K5 w")
  (near-miss "4k4/9/9/3R5/9/5R3/9/9/9/3K5 w"))
