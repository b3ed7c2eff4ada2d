; Classes of material with the verdict of theory; the first ten are table 2-4 of Hsu 2006.
(pattern pawn-takes-king
  (name (en "Lone pawn against the bare king") (hant "孤兵擒王") (hans "孤兵擒王"))
  (tags ending)
  (when
    (only us pawn (advisor 0 2) (elephant 0 2))
    (only them)
    (at us.pawn (Rank6 Rank7 Rank8)))
  (verdict win)
  (plan
    (en
      "Keep the pawn high, hold the centre file with the king, and wait for the king to run out of moves.")
    (hant "兵高居，帥佔中，等將欠行。")
    (hans "兵高居，帅占中，等将欠行。"))
  (example "3k5/9/2P6/9/9/9/9/9/9/4K4 w")
  (near-miss "3k5/4a4/2P6/9/9/9/9/9/9/4K4 w"))

(pattern pawns-beat-advisors
  (name (en "High and low pawn against two advisors") (hant "高低兵例勝雙士") (hans "高低兵例胜双士"))
  (tags ending)
  (when
    (only us (pawn 2) (advisor 0 2) (elephant 0 2))
    (only them (advisor 2))
    (at us.pawn (Rank6 Rank7 Rank8)))
  (verdict win)
  (plan
    (en
      "One pawn holds the palace centre, the other comes along the flank; the king takes the centre file.")
    (hant "一兵逼宮，一兵側進，帥佔中助攻。")
    (hans "一兵逼宫，一兵侧进，帅占中助攻。"))
  (example "3k1a3/4P4/2Pa5/9/9/9/9/9/9/5K3 w")
  (near-miss "3k5/4P4/2Pa5/9/9/9/9/9/9/5K3 w"))

(pattern pawns-beat-elephants
  (name (en "High and low pawn against two elephants") (hant "高低兵例勝雙象") (hans "高低兵例胜双象"))
  (tags ending)
  (when
    (only us (pawn 2) (advisor 0 2) (elephant 0 2))
    (only them (elephant 2))
    (at us.pawn (Rank6 Rank7 Rank8)))
  (verdict win)
  (plan
    (en "Drive the king to one side with the low pawn, then cut it off with the high one.")
    (hant "低兵逼將，高兵斷路，雙象不能兼顧。")
    (hans "低兵逼将，高兵斷路，双象不能兼顾。"))
  (example "2b2kb2/3P5/2P6/9/9/9/9/9/9/4K4 w")
  (near-miss "2b2k3/3P5/2P6/9/9/9/9/9/9/4K4 w"))

(pattern pawns-beat-cannon
  (name (en "Two high pawns against a cannon") (hant "雙高兵例勝單炮") (hans "双高兵例胜单炮"))
  (tags ending)
  (when
    (only us (pawn 2) (advisor 0 2) (elephant 0 2))
    (only them cannon)
    (at us.pawn (Rank6 Rank7 Rank8) >= 2))
  (verdict win)
  (plan
    (en "Keep both pawns high and joined and let the king help on the centre file.")
    (hant "雙兵高聯，帥控中路，炮守不住。")
    (hans "双兵高联，帅控中路，炮守不住。"))
  (example "5k3/c8/2PP5/9/9/9/9/9/9/4K4 w")
  (near-miss "5k3/c3a4/2PP5/9/9/9/9/9/9/4K4 w"))

(pattern three-pawns-beat-pawn-guard
  (name
    (en "Three pawns against pawn and one advisor short")
    (hant "三兵例勝卒單缺士")
    (hans "三兵例胜卒单缺士"))
  (tags ending)
  (when (only us (pawn 3) (advisor 0 2) (elephant 0 2)) (only them pawn advisor (elephant 2)))
  (verdict win)
  (plan
    (en "Stop the lone pawn with the guard first, then advance all three together.")
    (hant "先制卒，三兵並進破宮。")
    (hans "先制卒，三兵並进破宫。"))
  (example "2b2kb2/4a4/2PPP4/9/9/9/p8/9/9/4K4 w")
  (near-miss "2b2kb2/4a4/2PPP4/9/9/9/9/9/9/4K4 w"))

(pattern three-pawns-beat-full-guard
  (name (en "Three high pawns against a full guard") (hant "三兵例勝士象全") (hans "三兵例胜士象全"))
  (tags ending)
  (when
    (only us (pawn 3) (advisor 0 2) (elephant 0 2))
    (only them (advisor 2) (elephant 2))
    (at us.pawn (Rank6 Rank7 Rank8)))
  (verdict win)
  (plan
    (en
      "Bring the pawns to the palace edge unharmed, exchange one for two guards, the other two mate.")
    (hant "三兵逼宮，以一兵換雙士，餘兵擒將。")
    (hans "三兵逼宫，以一兵换双士，余兵擒将。"))
  (example "2b2a3/3ka4/2PP2P1b/9/9/9/9/9/9/4K4 b")
  (near-miss "2b6/3ka4/2PP2P1b/9/9/9/9/9/9/4K4 b"))

(pattern three-pawns-beat-cannon-elephants
  (name (en "Three pawns against cannon and two elephants") (hant "三兵例勝炮雙象") (hans "三兵例胜炮双象"))
  (tags ending)
  (when (only us (pawn 3) (advisor 0 2) (elephant 0 2)) (only them cannon (elephant 2)))
  (verdict win)
  (plan
    (en "The cannon lacks a screen: advance step by step and keep the king on the centre file.")
    (hant "炮缺架，三兵穩進，帥佔中。")
    (hans "炮缺架，三兵稳进，帅占中。"))
  (example "2bk2b2/9/2PPP4/9/c8/9/9/9/9/5K3 w")
  (near-miss "2bk5/9/2PPP4/9/c8/9/9/9/9/5K3 w"))

(pattern three-pawns-beat-horse-elephants
  (name (en "Three pawns against horse and two elephants") (hant "三兵例勝馬雙象") (hans "三兵例胜马双象"))
  (tags ending)
  (when (only us (pawn 3) (advisor 0 2) (elephant 0 2)) (only them horse (elephant 2)))
  (verdict win)
  (plan
    (en
      "Keep the pawns joined so that the horse cannot take one alone, and close in on the palace.")
    (hant "三兵相連，不給馬踩，逐步逼宮。")
    (hans "三兵相连，不给马踩，逐步逼宫。"))
  (example "2bk2b2/9/2PPP4/9/n8/9/9/9/9/5K3 w")
  (near-miss "2bk5/9/2PPP4/9/c8/9/9/9/9/5K3 w"))

(pattern pawn-draws-advisor
  (name (en "High pawn against one advisor") (hant "高兵例和單士") (hans "高兵例和单士"))
  (tags ending)
  (when
    (only us pawn (advisor 0 2) (elephant 0 2))
    (only them advisor)
    (at us.pawn (Rank6 Rank7 Rank8)))
  (verdict draw)
  (plan
    (en "One advisor holds a lone pawn: keep it behind the king, away from the pawn.")
    (hant "單士可守單兵，士居將後不離宮心。")
    (hans "单士可守单兵，士居将后不离宫心。"))
  (example "3k5/4a4/2P6/9/9/9/9/9/9/4K4 w")
  (near-miss "3k5/9/2P6/9/9/9/9/9/9/4K4 w"))

(pattern pawn-draws-cannon-pawn
  (name (en "High pawn against cannon and pawn") (hant "高兵和炮卒") (hans "高兵和炮卒"))
  (tags ending)
  (when (only us pawn (advisor 0 2) (elephant 0 2)) (only them cannon pawn))
  (verdict draw)
  (plan
    (en
      "The pawn before the palace keeps the enemy king busy: without guards the cannon has no screen.")
    (hant "兵逼將前，炮卒無架難勝。")
    (hans "兵逼将前，炮卒无架难胜。"))
  (example "3k5/9/2P6/9/c8/9/2p6/9/9/4K4 w")
  (near-miss "3k5/9/2P6/9/c8/9/9/9/9/4K4 w"))

(pattern rook-draws-full-guard
  (name (en "Lone rook against a full guard") (hant "單車難勝士象全") (hans "单车难胜士象全"))
  (tags ending)
  (when (only us rook (advisor 0 2) (elephant 0 2)) (only them (advisor 2) (elephant 2)))
  (verdict draw)
  (plan
    (en "A full guard in its place holds a lone rook: do not weaken your own side trying.")
    (hant "士象守位，單車難勝，不必強求。")
    (hans "士象守位，单车难胜，不必強求。"))
  (example "2bk1a3/4a4/4b4/9/R8/9/9/9/9/4K4 w")
  (near-miss "3k1a3/4a4/4b4/9/R8/9/9/9/9/4K4 w"))

(pattern rook-beats-advisors
  (name (en "Rook against two advisors") (hant "單車勝雙士") (hans "单车胜双士"))
  (tags ending)
  (when (only us rook (advisor 0 2) (elephant 0 2)) (only them (advisor 2)))
  (verdict win)
  (plan
    (en "The king holds the centre file, the rook attacks an advisor from the side.")
    (hant "帥佔中路，車側攻破士。")
    (hans "帅占中路，车侧攻破士。"))
  (example "3k1a3/4a4/9/9/R8/9/9/9/9/4K4 w")
  (near-miss "2bk1a3/4a4/9/9/R8/9/9/9/9/4K4 w"))

(pattern rook-beats-elephants
  (name (en "Rook against two elephants") (hant "單車勝雙象") (hans "单车胜双象"))
  (tags ending)
  (when (only us rook (advisor 0 2) (elephant 0 2)) (only them (elephant 2)))
  (verdict win)
  (plan
    (en "Drive the king off the centre, then pin an elephant to it along the back rank.")
    (hant "逼將離中，牽象破象而勝。")
    (hans "逼将离中，牵象破象而胜。"))
  (example "2bk5/9/4b4/9/R8/9/9/9/9/4K4 w")
  (near-miss "2bk5/4a4/4b4/9/R8/9/9/9/9/4K4 w"))

(pattern rook-beats-horse
  (name (en "Rook against a horse") (hant "單車勝單馬") (hans "单车胜单马"))
  (tags ending)
  (when (only us rook (advisor 0 2) (elephant 0 2)) (only them horse))
  (verdict win)
  (plan
    (en "Cut the horse off from its king and hunt it with king and rook.")
    (hant "車斷馬將聯絡，分而擒之。")
    (hans "车斷马将联絡，分而擒之。"))
  (example "3k5/9/3n5/9/R8/9/9/9/9/4K4 w")
  (near-miss "3k5/4a4/3n5/9/R8/9/9/9/9/4K4 w"))

(pattern horse-beats-advisor
  (name (en "Horse against one advisor") (hant "單馬勝單士") (hans "单马胜单士"))
  (tags ending)
  (when (only us horse (advisor 0 2) (elephant 0 2)) (only them advisor))
  (verdict win)
  (plan
    (en "The horse attacks the advisor while the king holds the centre file.")
    (hant "馬擒單士，帥佔中路助攻。")
    (hans "马擒单士，帅占中路助攻。"))
  (example "3k5/4a4/9/9/2N6/9/9/9/9/4K4 w")
  (near-miss "3k5/9/4b4/9/2N6/9/9/9/9/4K4 w"))

(pattern cannon-beats-advisors
  (name (en "Cannon and advisors against two advisors") (hant "炮士勝雙士") (hans "炮士胜双士"))
  (tags ending)
  (when (only us cannon (advisor 1 2) (elephant 0 2)) (only them (advisor 2)))
  (verdict win)
  (plan
    (en
      "The own advisor is the cannon's screen: attack the enemy advisors from behind your king.")
    (hant "以士為炮架，炮攻雙士必破。")
    (hans "以士为炮架，炮攻双士必破。"))
  (example "9/4ak3/3a5/9/9/9/9/4C4/4A4/3K5 w")
  (near-miss "9/4ak3/3a5/9/9/9/9/4C4/9/3K5 w"))

(pattern cannon-draws-elephants
  (name (en "Cannon against two elephants") (hant "單炮難勝雙象") (hans "单炮难胜双象"))
  (tags ending)
  (when (only us cannon (advisor 0 2) (elephant 0 2)) (only them (elephant 2)))
  (verdict draw)
  (plan
    (en "Two elephants in their places hold a cannon: the king stays behind them.")
    (hant "雙象守位，單炮難勝。")
    (hans "双象守位，单炮难胜。"))
  (example "2b6/5k3/4b4/9/9/9/9/4C4/4A4/3K5 w")
  (near-miss "9/5k3/4b4/9/9/9/9/4C4/4A4/3K5 w"))

(pattern rook-horse-beat-full-guard
  (name (en "Rook and horse against a full guard") (hant "車馬勝士象全") (hans "车马胜士象全"))
  (tags ending)
  (when (only us rook horse (advisor 0 2) (elephant 0 2)) (only them (advisor 2) (elephant 2)))
  (verdict win)
  (plan
    (en "The rook ties the advisors, the horse comes to the trough or the corner.")
    (hant "車牽士，馬奔臥槽掛角成殺。")
    (hans "车牵士，马奔卧槽挂角成杀。"))
  (example "2bk1a3/4a4/4b4/9/R1N6/9/9/9/9/4K4 w")
  (near-miss "3k1a3/4a4/4b4/9/R1N6/9/9/9/9/4K4 w"))

(pattern rook-cannon-beat-full-guard
  (name (en "Rook and cannon against a full guard") (hant "車炮勝士象全") (hans "车炮胜士象全"))
  (tags ending)
  (when (only us rook cannon (advisor 0 2) (elephant 0 2)) (only them (advisor 2) (elephant 2)))
  (verdict win)
  (plan
    (en "Cannon on the back rank, rook on the rib: break the elephants first.")
    (hant "炮沉底車佔肋，先破象再擒將。")
    (hans "炮沉底车占肋，先破象再擒将。"))
  (example "2bk1a3/4a4/4b4/9/R1C6/9/9/9/9/4K4 w")
  (near-miss "3k1a3/4a4/4b4/9/R1C6/9/9/9/9/4K4 w"))

(pattern rook-pawn-beat-full-guard
  (name (en "Rook and pawn against a full guard") (hant "車兵勝士象全") (hans "车兵胜士象全"))
  (tags ending)
  (when (only us rook pawn (advisor 0 2) (elephant 0 2)) (only them (advisor 2) (elephant 2)))
  (verdict win)
  (plan
    (en
      "Bring the pawn to the palace edge under the rook's cover, then sacrifice it for the advisors.")
    (hant "車護兵逼宮，兵破士而勝。")
    (hans "车护兵逼宫，兵破士而胜。"))
  (example "2bk1a3/4a4/4b4/9/R1P6/9/9/9/9/4K4 w")
  (near-miss "2bk1a3/4a4/4b4/p8/R8/2P6/9/9/9/4K4 w"))

(pattern horse-cannon-beat-full-guard
  (name (en "Horse and cannon against a full guard") (hant "馬炮勝士象全") (hans "马炮胜士象全"))
  (tags ending)
  (when
    (only us horse cannon (advisor 0 2) (elephant 0 2))
    (only them (advisor 2) (elephant 2)))
  (verdict win)
  (plan
    (en "Work for the cannon behind the horse; own advisors and elephants serve as screens.")
    (hant "以馬後炮為目標，借己方士相為架。")
    (hans "以马后炮为目標，借己方士相为架。"))
  (example "2bk1a3/4a4/4b4/9/N1C6/9/9/9/9/4K4 w")
  (near-miss "3k1a3/4a4/4b4/9/N1C6/9/9/9/9/4K4 w"))

(pattern horses-beat-full-guard
  (name (en "Two horses against a full guard") (hant "雙馬勝士象全") (hans "双马胜士象全"))
  (tags ending)
  (when (only us (horse 2) (advisor 0 2) (elephant 0 2)) (only them (advisor 2) (elephant 2)))
  (verdict win)
  (plan
    (en "Let the horses guard each other and aim at the trough.")
    (hant "雙馬連環互進，奔臥槽成殺。")
    (hans "双马连环互进，奔卧槽成杀。"))
  (example "2bk1a3/4a4/4b4/9/N1N6/9/9/9/9/4K4 w")
  (near-miss "2bk1a3/4a4/4b4/9/N8/9/9/9/9/4K4 w"))

(pattern rook-cannon-beat-rook
  (name (en "Rook and cannon against a rook") (hant "車炮勝單車") (hans "车炮胜单车"))
  (tags ending)
  (when (only us rook cannon (advisor 0 2) (elephant 0 2)) (only them rook))
  (verdict win)
  (goal us.cannon them.back-rank)
  (goal us.king centre-file)
  (order 400 us.cannon board them.back-rank)
  (plan
    (en
      "The king takes the centre file, the cannon dives to the back rank under the king: the moon from the seabed.")
    (hant "帥佔中路，炮沉海底，海底撈月而勝。")
    (hans "帅占中路，炮沉海底，海底捞月而胜。"))
  (example "3k5/9/3r5/9/R1C6/9/9/9/9/4K4 w")
  (near-miss "3k5/4a4/3r5/9/R1C6/9/9/9/9/4K4 w"))

(pattern rooks-beat-rook-guard
  (name (en "Two rooks against rook and full guard") (hant "雙車勝車士象全") (hans "双车胜车士象全"))
  (tags ending)
  (when
    (only us (rook 2) (advisor 0 2) (elephant 0 2))
    (only them rook (advisor 2) (elephant 2)))
  (verdict win)
  (plan
    (en
      "Exchange a rook only for rook and guard; otherwise press one side until a guard falls.")
    (hant "雙車聯攻一側，破士象而勝。")
    (hans "双车联攻一侧，破士象而胜。"))
  (example "2bk1a3/3ra4/4b4/9/R1R6/9/9/9/9/4K4 w")
  (near-miss "2bk1a3/3ra4/4b4/9/R8/9/9/9/9/4K4 w"))
