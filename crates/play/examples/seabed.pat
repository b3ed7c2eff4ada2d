; Rook and cannon against rook, 海底撈月, as steps a short search can climb.

(pattern step-king-centre
  (name (en "The king takes the centre file") (hant "帥佔中路") (hans "帅占中路"))
  (tags ending)
  (when (only us rook cannon (advisor 0 2) (elephant 0 2)) (only them rook) (at us.king centre-file))
  (score (early 180) (late 180))
  (example "3k5/9/3r5/9/R1C6/9/9/9/9/4K4 w")
  (near-miss "3k5/9/3r5/9/R1C6/9/9/9/9/3K5 w"))

(pattern step-king-out
  (name (en "Their king is off the centre file") (hant "將離中路") (hans "将离中路"))
  (tags ending)
  (when
    (only us rook cannon (advisor 0 2) (elephant 0 2))
    (only them rook)
    (at us.king centre-file)
    (at them.king rib-files))
  (score (early 120) (late 120))
  (example "3k5/9/3r5/9/R1C6/9/9/9/9/4K4 w")
  (near-miss "3k5/9/3r5/9/R1C6/9/9/9/9/3K5 w"))

(pattern step-cannon-deep
  (name (en "The cannon dives to the back rank") (hant "炮沉海底") (hans "炮沉海底"))
  (tags ending cannon)
  (when
    (only us rook cannon (advisor 0 2) (elephant 0 2))
    (only them rook)
    (at us.king centre-file)
    (at us.cannon them.back-rank))
  (score (early 240) (late 240))
  (example "2C6/3k5/3r5/9/R8/9/9/9/9/4K4 w")
  (near-miss "9/3k5/3r5/9/R1C6/9/9/9/9/4K4 w"))

(pattern step-king-above
  (name (en "The king stands above the cannon") (hant "將在炮上") (hans "将在炮上"))
  (tags ending cannon king)
  (when
    (only us rook cannon (advisor 0 2) (elephant 0 2))
    (only them rook)
    (at us.king centre-file)
    (at us.cannon them.back-rank)
    (at them.king (minus rib-files them.Rank1)))
  (score (early 320) (late 320))
  (example "4C4/3k5/3r5/9/7R1/9/9/9/9/4K4 w")
  (near-miss "3kC4/9/3r5/9/7R1/9/9/9/9/4K4 w"))

(pattern step-cannon-below
  (name (en "Rook and cannon below the raised king") (hant "車炮沉底將高懸") (hans "车炮沉底将高悬"))
  (tags ending cannon king)
  (when
    (only us rook cannon (advisor 0 2) (elephant 0 2))
    (only them rook)
    (at us.rook them.second-rank)
    (at us.cannon them.back-rank)
    (at them.king e7))
  (score (early 400) (late 400))
  (example "6C2/3R5/4k4/9/9/9/9/1r7/3K5/9 w")
  (near-miss "9/3R5/4k4/6C2/9/9/9/1r7/3K5/9 w"))

(pattern step-rook-centre
  (name (en "The rook holds the centre file") (hant "車佔中路") (hans "车占中路"))
  (tags ending rook)
  (when
    (only us rook cannon (advisor 0 2) (elephant 0 2))
    (only them rook)
    (at us.rook centre-file)
    (at us.king rib-files)
    (at them.king rib-files))
  (score (early 160) (late 160))
  (example "9/1r7/5k3/9/5C3/4R4/9/9/9/5K3 w")
  (near-miss "9/1r7/5k3/9/5C3/2R6/9/9/9/5K3 w"))

