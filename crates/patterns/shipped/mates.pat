; Mating shapes. Each has a position that shows it and one that nearly does.
(pattern trough-horse
  (name (en "Trough horse") (hant "臥槽馬") (hans "卧槽马"))
  (tags mate horse)
  (when (at us.horse c8) (at them.king (d9 e9 e8)))
  (plan
    (en
      "The horse beside the palace takes the king's exits: bring a rook or cannon to the open file.")
    (hant "馬入臥槽，將門受制，速調車炮佔住將路。")
    (hans "马入卧槽，将门受制，速调车炮占住将路。"))
  (example "4k4/2N6/9/9/9/9/9/9/9/3K5 b")
  (near-miss "4k4/9/2N6/9/9/9/9/9/9/3K5 w"))

(pattern corner-horse
  (name (en "Palace-corner horse") (hant "掛角馬") (hans "挂角马"))
  (tags mate horse)
  (when (at us.horse d7) (at them.king e9) (empty d8))
  (plan
    (en
      "The horse hangs on the palace corner and gives check: follow with the rook on the file the king flees to.")
    (hant "馬掛士角叫將，將一動即用車追殺。")
    (hans "马挂士角叫将，将一动即用车追杀。"))
  (example "4k4/9/3N5/9/9/9/9/9/9/3K5 b")
  (near-miss "4k4/3r5/3N5/9/9/9/9/9/9/3K5 w"))

(pattern fishing-horse
  (name (en "Fishing horse") (hant "釣魚馬") (hans "钓鱼马"))
  (tags mate horse rook)
  (when (at us.horse c7) (at them.king (d9 e9)) (at us.rook beyond-river))
  (plan
    (en
      "From here the horse covers the palace centre and corner: the rook gives the last check on the back rank.")
    (hant "釣魚馬控住宮心與底角，車沉底即成殺。")
    (hans "钓鱼马控住宫心与底角，车沉底即成杀。"))
  (example "4k4/9/2N6/7R1/9/9/9/9/9/3K5 w")
  (near-miss "4k4/9/2N6/9/9/7R1/9/9/9/3K5 w"))

(pattern octagonal-horse
  (name (en "Octagonal horse") (hant "八角馬") (hans "八角马"))
  (tags mate horse)
  (when (at them.king d9) (at us.horse f7))
  (plan
    (en
      "King and horse face each other across the palace: the king cannot leave its corner, any check mates.")
    (hant "八角馬罩住將，將困角上，再來一將即殺。")
    (hans "八角马罩住将，将困角上，再来一将即杀。"))
  (example "3k5/9/5N3/9/9/9/9/9/9/4K4 w")
  (near-miss "3k5/9/9/5N3/9/9/9/9/9/4K4 w"))

(pattern flank-tiger
  (name (en "Flank tiger") (hant "側面虎") (hans "侧面虎"))
  (tags mate horse rook)
  (when (at them.king d9) (at us.horse b8) (at us.rook beyond-river))
  (plan
    (en
      "The horse strikes from the side while the rook shuts the file: keep giving check with one and close in with the other.")
    (hant "馬從側面將軍，車斷去路，一將一追即勝。")
    (hans "马从侧面将军，车斷去路，一将一追即胜。"))
  (example "3k5/1N7/9/7R1/9/9/9/9/9/4K4 b")
  (near-miss "3k5/1N7/9/9/9/7R1/9/9/9/4K4 b"))

(pattern spring-horses
  (name (en "Two horses at the spring") (hant "雙馬飲泉") (hans "双马饮泉"))
  (tags mate horse)
  (when (at us.horse c8) (at us.horse (b7 c7 d6 e6 e7)) (at them.king them.palace))
  (plan
    (en
      "One horse holds the trough, the other circles with checks: turn around the palace until the king has no point.")
    (hant "一馬臥槽，一馬盤旋，借將連環而殺。")
    (hans "一马卧槽，一马盘旋，借将连环而杀。"))
  (example "3k5/2N6/4N4/9/9/9/9/9/9/4K4 b")
  (near-miss "3k5/2N6/9/9/4N4/9/9/9/9/4K4 w"))

(pattern rooks-in-turn
  (name (en "Alternating rooks") (hant "雙車錯") (hans "双车错"))
  (tags mate rook)
  (when (at us.rook beyond-river >= 2) (at them.king rib-files) (count them.advisor <= 1))
  (plan
    (en
      "The king stands aside without cover: let the rooks give check in turn, one file or rank after the other.")
    (hant "將在邊肋，士已不全，雙車交錯連將。")
    (hans "将在边肋，士已不全，双车交错连将。"))
  (example "3k5/R8/7R1/9/9/9/9/9/9/4K4 b")
  (near-miss "3k5/R8/9/9/9/7R1/9/9/9/4K4 w"))

(pattern smothered-palace
  (name (en "Smothered palace") (hant "悶宮") (hans "闷宫"))
  (tags mate cannon)
  (when
    (at them.king e9)
    (at them.advisor d9)
    (at them.advisor e8)
    (line e9 left them.king them.advisor * us.cannon))
  (plan
    (en
      "Its own advisors wall the king in: the cannon on the back rank mates over one of them.")
    (hant "將被己士堵死，炮沉底隔士悶宮。")
    (hans "将被己士堵死，炮沉底隔士闷宫。"))
  (example "C2ak4/4a4/9/9/9/9/9/9/9/3K5 b")
  (near-miss "Cn1ak4/4a4/9/9/9/9/9/9/9/3K5 w"))

(pattern stacked-cannons
  (name (en "Double cannon") (hant "重炮") (hans "重炮"))
  (tags mate cannon)
  (when (line them.king (toward-us left right) them.king * us.cannon * us.cannon))
  (plan
    (en
      "One cannon is the screen of the other: neither can be blocked, so the king must run or be lost.")
    (hant "前炮作架後炮將，墊子無用，將不能動即殺。")
    (hans "前炮作架后炮将，墊子无用，将不能动即杀。"))
  (example "4k4/9/4C4/9/9/4C4/9/9/9/3K5 b")
  (near-miss "4k4/9/4C4/9/9/4R4/9/9/9/3K5 w"))

(pattern cannon-behind-horse
  (name (en "Cannon behind the horse") (hant "馬後炮") (hans "马后炮"))
  (tags mate cannon horse)
  (when (line them.king (toward-us left right) them.king . us.horse * us.cannon))
  (plan
    (en
      "The horse holds the points beside the king and screens the cannon: one of the strongest mates there is.")
    (hant "馬控將左右，炮在馬後將軍，是最有力的殺法之一。")
    (hans "马控将左右，炮在马后将军，是最有力的杀法之一。"))
  (example "4k4/9/4N4/9/9/4C4/9/9/9/3K5 b")
  (near-miss "4k4/9/9/4N4/9/4C4/9/9/9/3K5 b"))

(pattern heaven-and-earth
  (name (en "Heaven and earth cannons") (hant "天地炮") (hans "天地炮"))
  (tags mate cannon)
  (when
    (at us.cannon (minus centre-file them.palace))
    (at us.cannon them.back-rank)
    (at them.king e9))
  (plan
    (en
      "One cannon holds the middle, one the bottom: the advisors are pinned from two sides, a rook decides.")
    (hant "一炮鎮中，一炮沉底，士象兩面受牽，車入即勝。")
    (hans "一炮镇中，一炮沉底，士象两面受牵，车入即胜。"))
  (example "Cn2k4/4a4/9/9/9/9/9/4C4/9/3K5 b")
  (near-miss "1n2k4/C3a4/9/9/9/9/9/4C4/9/3K5 b"))

(pattern iron-bolt
  (name (en "Iron bolt") (hant "鐵門栓") (hans "铁门栓"))
  (tags mate cannon rook)
  (when
    (at us.cannon centre-file)
    (at them.king centre-file)
    (let R1 us.rook rib-files)
    (any-of (line (in us.rook them.palace) every-way R1) (line (d7 f7) toward-us ? * R1)))
  (plan
    (en
      "The cannon pins the middle and the rook bolts the door: push the rook to the back rank, with the king behind it if needed.")
    (hant "中炮鎮住，車佔肋道如門上栓，沉車底線即殺。")
    (hans "中炮镇住，车占肋道如门上栓，沉车底线即杀。"))
  (example "4k4/9/9/4p4/9/4C4/9/3R5/9/3K5 b")
  (near-miss "4k4/9/9/4p4/3n5/4C4/9/3R5/9/3K5 b"))

(pattern through-the-heart
  (name (en "Through the heart") (hant "大膽穿心") (hans "大胆穿心"))
  (tags mate rook)
  (when (at us.rook them.palace-centre) (at them.king them.back-rank))
  (plan
    (en
      "The rook breaks into the palace centre: whatever takes it opens a file for the rest of the army.")
    (hant "車破中士直取花心，對方吃車則門戶大開。")
    (hans "车破中士直取花心，对方吃车則门戶大开。"))
  (example "3k5/4R4/9/9/9/9/9/9/9/4K4 b")
  (near-miss "3k5/9/4R4/9/9/9/9/9/9/4K4 w"))

(pattern bare-faced-king
  (name (en "Bare-faced king") (hant "白臉將") (hans "白脸将"))
  (tags mate king)
  (when (at us.king centre-file) (at them.king rib-files) (line e7 toward-us . * us.king))
  (plan
    (en
      "Our king holds the open centre file: the enemy king cannot cross it, mate it on its side.")
    (hant "帥佔中路，對方將不得過中，在肋道擒之。")
    (hans "帅占中路，对方将不得过中，在肋道擒之。"))
  (example "3k5/9/9/9/9/R8/9/9/9/4K4 w")
  (near-miss "3k5/9/9/9/9/R3p4/9/9/9/4K4 w"))

(pattern ghosts-at-the-door
  (name (en "Two ghosts at the door") (hant "二鬼拍門") (hans "二鬼拍门"))
  (tags mate pawn)
  (when (at us.pawn (d7 d8)) (at us.pawn (f7 f8)) (at them.king centre-file))
  (plan
    (en "Two pawns knock at the palace: keep them alive, the third attacker mates.")
    (hant "雙兵逼宮如二鬼拍門，再有一子助攻即勝。")
    (hans "双兵逼宫如二鬼拍门，再有一子助攻即胜。"))
  (example "4k4/9/3P1P3/9/9/9/9/9/9/3K5 w")
  (near-miss "4k4/9/5P3/3P5/9/9/9/9/9/3K5 w"))

(pattern grinding-cannon
  (name (en "Grinding cannon") (hant "炮碾丹砂") (hans "炮碾丹砂"))
  (tags mate cannon rook)
  (when
    (at us.cannon them.back-rank)
    (at us.rook (them.back-rank them.second-rank))
    (at them.king them.back-rank))
  (plan
    (en
      "With the rook as its hammer the cannon sweeps the back rank: take what stands there with check after check.")
    (hant "車炮同臨底線，炮借車力輾轉抽吃，所向披靡。")
    (hans "车炮同临底线，炮借车力輾转抽吃，所向披靡。"))
  (example "C3k4/1R7/9/9/9/9/9/9/9/3K5 w")
  (near-miss "4k4/CR7/9/9/9/9/9/9/9/3K5 w"))

(pattern three-chariots
  (name (en "Three chariots at the palace") (hant "三車鬧士") (hans "三车闹士"))
  (tags mate rook pawn)
  (when (at us.rook beyond-river >= 2) (at us.pawn them.palace) (at them.king them.palace))
  (plan
    (en
      "A pawn in the palace is a third rook: give up what you must to tear the advisors away.")
    (hant "兵入九宮勝似車，三車齊鬧，破士即殺。")
    (hans "兵入九宫胜似车，三车齐闹，破士即杀。"))
  (example "4k4/3P5/1R7/7R1/9/9/9/9/9/3K5 w")
  (near-miss "4k4/3P5/1R7/9/9/7R1/9/9/9/3K5 w"))

(pattern flanking-cannons
  (name (en "Rook between the cannons") (hant "夾車炮") (hans "夹车炮"))
  (tags mate rook cannon)
  (when
    (at us.cannon (them.Rank1 them.Rank2 them.Rank3) >= 2)
    (at us.rook (them.Rank1 them.Rank2 them.Rank3))
    (at them.king them.palace))
  (plan
    (en
      "Rook and cannons take turns along the last ranks: each check drives the king onto the next.")
    (hant "車在兩炮之間，輪番將軍，將無處藏身。")
    (hans "车在两炮之间，轮番将军，将无处藏身。"))
  (example "1C1ak4/R8/1C7/9/9/9/9/9/9/3K5 b")
  (near-miss "1C1ak4/R8/9/1C7/9/9/9/9/9/3K5 b"))

(pattern drawn-horse
  (name (en "Spring-loaded horse") (hant "拔簧馬") (hans "拔簧马"))
  (tags mate horse rook)
  (when (line them.king (toward-us left right) them.king * us.horse * us.rook))
  (plan
    (en
      "Behind the horse waits the rook: every jump of the horse is a discovered check and takes something.")
    (hant "馬後藏車，馬一跳即露將，可抽吃要子。")
    (hans "马后藏车，马一跳即露将，可抽吃要子。"))
  (example "4k4/9/9/4N4/9/9/4R4/9/9/3K5 w")
  (near-miss "4k4/9/9/4N4/9/9/4C4/9/9/3K5 b"))

(pattern rook-cannon-battery
  (name (en "Rook before the cannon") (hant "車炮抽將") (hans "车炮抽将"))
  (tags mate rook cannon)
  (when (line them.king (toward-us left right) them.king * us.rook * us.cannon))
  (plan
    (en
      "Rook and cannon stand on the king's line: the rook is a check now and the screen of another.")
    (hant "車炮同線對將，借炮抽車，得子得勢。")
    (hans "车炮同线对将，借炮抽车，得子得勢。"))
  (example "4k4/9/9/4R4/9/9/4C4/9/9/3K5 b")
  (near-miss "4k4/9/9/4R4/9/9/4N4/9/9/3K5 b"))

(pattern pawn-in-the-heart
  (name (en "Pawn in the palace heart") (hant "兵坐花心") (hans "兵坐花心"))
  (tags mate pawn)
  (when (at us.pawn them.palace-centre) (at them.king them.back-rank))
  (plan
    (en "The pawn in the middle of the palace freezes the king: any check from the side mates.")
    (hant "兵佔花心，將動不得，側面一將即殺。")
    (hans "兵占花心，将动不得，侧面一将即杀。"))
  (example "3k5/4P4/9/9/9/9/9/9/9/4K4 b")
  (near-miss "3k5/9/4P4/9/9/9/9/9/9/4K4 w"))

(pattern sunk-rook
  (name (en "Rook on the back rank") (hant "車沉底線") (hans "车沉底线"))
  (tags mate rook)
  (when (at us.rook them.back-rank) (at them.king them.back-rank))
  (plan
    (en
      "The rook holds the back rank: look for a cannon on the same rank or a horse at the palace.")
    (hant "車沉底線牽住將士，配合馬炮即成殺勢。")
    (hans "车沉底线牵住将士，配合马炮即成杀勢。"))
  (example "Rn2k4/9/9/9/9/9/9/9/9/3K5 w")
  (near-miss "1n2k4/R8/9/9/9/9/9/9/9/3K5 w"))

(pattern moon-from-the-seabed
  (name (en "Moon from the seabed") (hant "海底撈月") (hans "海底捞月"))
  (tags mate cannon king)
  (when
    (at us.cannon them.back-rank)
    (at us.king centre-file)
    (at them.king (minus rib-files them.Rank1))
    (count them.advisor = 0)
    (count them.elephant = 0))
  (goal us.cannon them.back-rank)
  (goal us.king centre-file)
  (plan
    (en
      "The cannon has dived under the king while our king holds the centre: rook and cannon now drive it out.")
    (hant "炮入海底，帥佔中路，車炮合力撈月成殺。")
    (hans "炮入海底，帅占中路，车炮合力捞月成杀。"))
  (example "4C4/3k5/3r5/9/7R1/9/9/9/9/4K4 w")
  (near-miss "4C4/3k5/3r5/9/7R1/9/9/9/9/5K3 w"))
