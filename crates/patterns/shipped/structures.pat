; Structures, good and bad.
(pattern linked-horses
  (name (en "Linked horses") (hant "連環馬") (hans "连环马"))
  (tags structure horse)
  (when (let A1 us.horse) (let B1 us.horse) (guards A1 B1) (guards B1 A1))
  (plan
    (en "The horses protect each other: advance them together.")
    (hant "雙馬互保，宜結伴而進。")
    (hans "双马互保，宜结伴而进。"))
  (example "4k4/9/9/9/9/9/4N4/2N6/9/3K5 w")
  (near-miss "4k4/9/9/9/9/9/4N4/2NA5/9/3K5 w"))

(pattern linked-cannons
  (name (en "Linked cannons") (hant "擔子炮") (hans "担子炮"))
  (tags structure cannon)
  (when (guards us.cannon us.cannon))
  (plan
    (en "Two cannons with one piece between guard each other: a quiet and solid defence.")
    (hant "雙炮隔子互保，擔子炮守勢穩固。")
    (hans "双炮隔子互保，担子炮守勢稳固。"))
  (example "4k4/9/9/9/9/9/9/1CN4C1/9/3K5 w")
  (near-miss "4k4/9/9/9/9/9/9/1CN3NC1/9/3K5 w"))

(pattern joined-pawns
  (name (en "Pawns hand in hand") (hant "牽手兵") (hans "牵手兵"))
  (tags structure pawn)
  (when (let P1 us.pawn) (at us.pawn (offset P1 1 0)))
  (mirror no)
  (score (per P1))
  (plan
    (en "Two pawns side by side protect each other once over the river: push them together.")
    (hant "雙兵牽手，互相保護，宜並肩推進。")
    (hans "双兵牵手，互相保护，宜並肩推进。"))
  (example "4k4/9/9/2PP5/9/9/9/9/9/3K5 w")
  (near-miss "4k4/9/9/2P1P4/9/9/9/9/9/3K5 w"))

(pattern palace-horse
  (name (en "Horse in the palace centre") (hant "窩心馬") (hans "窝心马"))
  (tags structure horse)
  (when (at us.horse palace-centre) (at us.king king-home))
  (plan
    (en "Our horse stands in the king's way: take it out before a cannon comes to the file.")
    (hant "窩心馬不吉，宜早日跳出，免遭炮鎮。")
    (hans "窝心马不吉，宜早日跳出，免遭炮镇。"))
  (example "3k5/9/9/9/9/9/9/9/4N4/4K4 w")
  (near-miss "3k5/9/9/9/9/9/9/3N5/9/4K4 w"))

(pattern missing-advisor-two-rooks
  (name (en "A missing advisor fears two rooks") (hant "缺士怕雙車") (hans "缺士怕双车"))
  (tags structure)
  (when (count us.rook = 2) (count them.advisor <= 1) (at us.rook beyond-river))
  (plan
    (en
      "They lack an advisor and we have both rooks: keep the rooks, exchange the rest, and attack the files.")
    (hant "敵缺士而我雙車俱在，保車攻肋。")
    (hans "敵缺士而我双车俱在，保车攻肋。"))
  (example "3ak4/R8/9/9/9/9/9/9/9/R2K5 w")
  (near-miss "3aka3/R8/9/9/9/9/9/9/9/R2K5 w"))

(pattern missing-elephant-cannon
  (name (en "A missing elephant fears the cannon") (hant "缺象怕炮") (hans "缺象怕炮"))
  (tags structure)
  (when (count them.elephant <= 1) (at us.cannon beyond-river) (at them.advisor them.palace))
  (plan
    (en
      "They lack an elephant and we have a cannon: let it work along the open lines to the palace.")
    (hant "敵缺象則底線空虛，用炮攻之。")
    (hans "敵缺象則底线空虚，用炮攻之。"))
  (example "2bak4/C8/9/9/9/9/9/9/9/3K5 w")
  (near-miss "2bak1b2/C8/9/9/9/9/9/9/9/3K5 w"))

(pattern full-guard
  (name (en "Full guard") (hant "士象全") (hans "士象全"))
  (tags structure defence)
  (when (count us.advisor = 2) (count us.elephant = 2))
  (plan
    (en "Advisors and elephants are complete: the king is safe, the others may attack.")
    (hant "士象俱全，後防鞏固，可放心進攻。")
    (hans "士象俱全，后防鞏固，可放心进攻。"))
  (example "3k5/9/9/9/9/9/9/9/9/2BAKAB2 w")
  (near-miss "3k5/9/9/9/9/9/9/9/9/2BAKA3 w"))

(pattern screen-horses
  (name (en "Screen horses") (hant "屏風馬") (hans "屏风马"))
  (tags structure horse opening)
  (when (at us.horse c2) (at us.horse g2) (at us.king king-home) (phase opening middlegame))
  (plan
    (en
      "Both horses stand before the camp like a screen: sound against the central cannon, counterattack on the wings.")
    (hant "屏風馬雙馬護中，穩守反擊。")
    (hans "屏风马双马护中，稳守反击。"))
  (example "r2k4r/9/9/9/9/9/9/2N3N2/9/R3K3R w")
  (near-miss "r2k4r/9/9/9/9/9/9/2N4N1/9/R3K3R w"))

(pattern sandwiched-horses
  (name (en "Sandwiched horses") (hant "反宮馬") (hans "反宫马"))
  (tags structure horse cannon opening)
  (when (at us.horse c2) (at us.horse g2) (at us.cannon d2) (at us.king king-home))
  (plan
    (en "A cannon stands between the horses: flexible, but the centre pawn needs care.")
    (hant "雙馬夾炮，陣形靈活，須防中兵受攻。")
    (hans "双马夹炮，阵形灵活，须防中兵受攻。"))
  (example "3k5/9/9/9/9/9/9/2NC2N2/9/4K4 w")
  (near-miss "5k3/9/9/9/9/9/9/2N1C1N2/9/4K4 w"))

(pattern single-raised-horse
  (name (en "Single raised horse") (hant "單提馬") (hans "单提马"))
  (tags structure horse opening)
  (when (at us.horse c2) (at us.horse i2) (at us.king king-home))
  (plan
    (en
      "One horse in the centre, one on the edge: the centre is lighter, keep an elephant there.")
    (hant "一馬正一馬邊，中路較弱，宜補士象。")
    (hans "一马正一马边，中路較弱，宜补士象。"))
  (example "3k5/9/9/9/9/9/9/2N5N/9/4K4 w")
  (near-miss "3k5/9/9/9/9/9/9/2N4N1/9/4K4 w"))

(pattern corner-cannon
  (name (en "Palace-corner cannon") (hant "士角炮") (hans "士角炮"))
  (tags structure cannon opening)
  (when (at us.cannon (d2 f2)) (phase opening middlegame))
  (plan
    (en
      "The cannon on the palace corner guards the horse and eyes the rib file: watch for pins along the rank.")
    (hant "炮居士角，護馬窺肋，宜防兌子牽制。")
    (hans "炮居士角，护马窺肋，宜防兌子牵制。"))
  (example "r2k4r/9/n7n/9/9/9/9/3C5/9/R3K3R w")
  (near-miss "r2k4r/9/n7n/9/9/9/3C5/9/9/R3K3R w"))

(pattern crosspalace-cannon
  (name (en "Cannon across the palace") (hant "過宮炮") (hans "过宫炮"))
  (tags structure cannon opening)
  (when (at us.cannon d2) (at us.cannon b2) (at us.king king-home))
  (plan
    (en
      "Both cannons stand on one wing: strong there, so bring the rook of the other wing over quickly.")
    (hant "過宮炮集子一翼，另翼車宜速出。")
    (hans "过宫炮集子一翼，另翼车宜速出。"))
  (example "3k5/9/9/9/9/9/9/1C1C5/9/4K4 w")
  (near-miss "3k5/9/9/9/9/9/9/3C3C1/9/4K4 w"))

(pattern central-elephant
  (name (en "Central elephant") (hant "飛相") (hans "飞相"))
  (tags structure defence opening)
  (when (at us.elephant e2) (at us.king king-home) (phase opening middlegame))
  (plan
    (en
      "The elephant on the centre joins the other and covers the middle: a quiet, solid set-up.")
    (hant "相飛中路，雙相相連，中防穩固。")
    (hans "相飞中路，双相相连，中防稳固。"))
  (example "r2k4r/9/n7n/9/9/9/9/4B4/9/R3K3R w")
  (near-miss "r2k4r/9/n7n/9/9/9/9/B8/9/R3K3R w"))

(pattern ram-horn-advisors
  (name (en "Ram-horn advisors") (hant "羊角士") (hans "羊角士"))
  (tags structure defence)
  (when (at us.advisor d2) (at us.advisor f2))
  (plan
    (en "Both advisors are raised: they leave the back rank open, watch for a bottom cannon.")
    (hant "雙士高懸如羊角，底線空虛，防沉底炮。")
    (hans "双士高懸如羊角，底线空虚，防沉底炮。"))
  (example "3k5/9/9/9/9/9/9/3A1A3/9/4K4 w")
  (near-miss "3k5/9/9/9/9/9/9/3A5/4A4/5K3 w"))

(pattern king-rides-out
  (name (en "The king rides out") (hant "御駕親征") (hans "御駕親征"))
  (tags structure king)
  (when (at us.king (d1 e1 f1 d2 e2 f2)) (phase opening middlegame))
  (plan
    (en
      "The king has left its back rank while much material is left: bring it home or close the files.")
    (hant "老帥離位，車炮尚多，宜早歸位。")
    (hans "老帅离位，车炮尚多，宜早歸位。"))
  (example "r2k4r/9/n7n/9/9/9/9/9/4K4/R7R w")
  (near-miss "r2k4r/9/n7n/9/9/9/9/9/9/R3K3R w"))

(pattern guarding-rooks
  (name (en "Guarding rooks") (hant "霸王車") (hans "霸王车"))
  (tags structure rook)
  (when (let A1 us.rook) (let B1 us.rook) (guards A1 B1) (at us.rook beyond-river))
  (plan
    (en
      "The rooks protect each other on one line: neither can be driven away, press on along it.")
    (hant "雙車同線互保，橫衝直撞無人能擋。")
    (hans "双车同线互保，横冲直撞无人能挡。"))
  (example "4k4/9/9/R6R1/9/9/9/9/9/3K5 w")
  (near-miss "4k4/9/9/R8/7R1/9/9/9/9/3K5 w"))

(pattern blocked-horse
  (name (en "Horse behind its own pawn") (hant "馬腿被塞") (hans "马腿被塞"))
  (tags structure horse)
  (when (at us.horse c2) (at us.pawn c3) (at them.pawn c6) (phase opening middlegame))
  (plan
    (en "The horse is held by its own pawn: push or exchange the pawn to free it.")
    (hant "馬為己兵所塞，宜進三七兵活馬。")
    (hans "马为己兵所塞，宜进三七兵活马。"))
  (example "rn1k4r/9/9/2p6/9/9/2P6/2N6/9/R3K3R w")
  (near-miss "rn1k4r/9/9/2p6/9/2P6/9/2N6/9/R3K3R w"))

(pattern pointing-immortal
  (name (en "The pointing immortal") (hant "仙人指路") (hans "仙人指路"))
  (tags structure pawn opening)
  (when (at us.pawn c4) (at them.pawn c6) (at us.horse b0) (phase opening))
  (plan
    (en "The pawn asks the way: it frees the horse and waits to see what they choose.")
    (hant "進兵試探，活馬待變，靜觀其應。")
    (hans "进兵试探，活马待变，静观其应。"))
  (example "rn1k3nr/9/1c7/2p6/9/2P6/9/1C5C1/9/RN2K2NR w")
  (near-miss "rn1k3nr/9/1c7/2p6/9/9/2P6/1C5C1/9/RN2K2NR w"))

(pattern three-pawns-joined
  (name (en "Three pawns abreast") (hant "三兵聯手") (hans "三兵联手"))
  (tags structure pawn)
  (when (let P1 us.pawn beyond-river) (at us.pawn (offset P1 1 0)) (at us.pawn (offset P1 2 0)))
  (mirror no)
  (plan
    (en
      "Three pawns abreast across the river are worth a rook: nothing stops them if they move in step.")
    (hant "三兵過河聯手，勝過一車，齊進即可。")
    (hans "三兵过河联手，胜过一车，齐进即可。"))
  (example "4k4/9/9/2PPP4/9/9/9/9/9/3K5 w")
  (near-miss "4k4/9/9/2PP1P3/9/9/9/9/9/3K5 w"))

(pattern bottom-pawn
  (name (en "Pawn on the last rank") (hant "老兵") (hans "老兵"))
  (tags structure pawn)
  (when (at us.pawn them.back-rank))
  (plan
    (en "The pawn has reached the last rank and can only go sideways: it is worth little now.")
    (hant "兵到底線成老兵，威力大減。")
    (hans "兵到底线成老兵，威力大減。"))
  (example "Pn2k4/9/9/9/9/9/9/9/9/3K5 w")
  (near-miss "1n2k4/P8/9/9/9/9/9/9/9/3K5 w"))

(pattern central-pawn-pair
  (name (en "Centre pawns face to face") (hant "中兵對峙") (hans "中兵对峙"))
  (tags structure pawn)
  (when (at us.pawn e3) (at them.pawn e6) (at us.cannon e2))
  (plan
    (en
      "The centre pawns shield both kings: who breaks the centre first needs the better development.")
    (hant "中兵對峙，誰先突破中路須看出子快慢。")
    (hans "中兵对峙，谁先突破中路须看出子快慢。"))
  (example "4k4/9/9/4p4/9/9/4P4/4C4/9/4K4 w")
  (near-miss "4k4/9/9/4p4/9/4P4/9/4C4/9/4K4 w"))
