;; Dot products of one int8 query with many int8 rows, 16 multiplications an instruction.
;;
;; A row component x (int8) is kept as x + 128 = 16 * coarse + fine: two numbers of four bits, in two planes. So
;;
;;     dot(query, row) = 16 * dot(query, coarse) + dot(query, fine) - 128 * sum(query)
;;
;; and the coarse plane alone, half of the bytes, ranks nearly as well as both. A plane packs two numbers in a byte,
;; so that one load serves 32 dimensions; in every group of 32:
;;
;;     byte       0             1             ...  15
;;     low half   dimension 0   dimension 1   ...  dimension 15
;;     high half  dimension 16  dimension 17  ...  dimension 31
;;
;; relaxed_dot multiplies signed bytes with bytes of 0 to 127 and adds them up by fours; it is one instruction on
;; processors with VNNI or dot product extensions. What it leaves open (bytes above 127, sums beyond 16 bits) numbers of
;; four bits do not reach, so that every processor gives the same sums.
;;
;; Several threads search one memory: each has its own copy of the query, at $query_at, and its own place for what it finds.
;; Rows are a multiple of 64 dimensions: $plane_bytes is a multiple of 32.
(module
  (import "env" "memory" (memory 1 65536 shared))

  ;; Walks the 128 coarse rows at $coarse and writes those of (dot - $bias) * inverse norm >= $threshold to $hits, each
  ;; as { u32 row, f32 score }. Returns their number. A row whose inverse norm is NaN is never written.
  ;; Row i and row i + 64 go together: they share the loads of the query, and memory is read in two streams.
  (func (export "scanBlock")
    (param $query_at i32) (param $inverse_norm i32) (param $coarse i32) (param $plane_bytes i32)
    (param $bias f32) (param $threshold f32) (param $hits i32) (result i32)
    (local $row i32) (local $hit i32) (local $stride i32) (local $group i32) (local $end i32) (local $query i32)
    (local $q0 v128) (local $q1 v128) (local $four_bits v128)
    (local $a v128) (local $a_low v128) (local $a_high v128) (local $a_score f32)
    (local $b v128) (local $b_low v128) (local $b_high v128) (local $b_score f32)
    (local.set $four_bits (i8x16.splat (i32.const 15)))
    (local.set $stride (i32.mul (local.get $plane_bytes) (i32.const 64)))
    (local.set $hit (local.get $hits))
    (loop $next_row
      (local.set $query (local.get $query_at))
      (local.set $group (local.get $coarse))
      (local.set $end (i32.add (local.get $coarse) (local.get $plane_bytes)))
      (local.set $a_low (v128.const i32x4 0 0 0 0))
      (local.set $a_high (v128.const i32x4 0 0 0 0))
      (local.set $b_low (v128.const i32x4 0 0 0 0))
      (local.set $b_high (v128.const i32x4 0 0 0 0))
      (loop $next_group
        (local.set $q0 (v128.load (local.get $query)))
        (local.set $q1 (v128.load offset=16 (local.get $query)))
        (local.set $a (v128.load (local.get $group)))
        (local.set $b (v128.load (i32.add (local.get $group) (local.get $stride))))
        (local.set $a_low (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (local.get $q0) (v128.and (local.get $a) (local.get $four_bits)) (local.get $a_low)))
        (local.set $b_low (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (local.get $q0) (v128.and (local.get $b) (local.get $four_bits)) (local.get $b_low)))
        (local.set $a_high (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (local.get $q1) (i8x16.shr_u (local.get $a) (i32.const 4)) (local.get $a_high)))
        (local.set $b_high (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (local.get $q1) (i8x16.shr_u (local.get $b) (i32.const 4)) (local.get $b_high)))
        ;; The same for the next 32 dimensions: half as many jumps.
        (local.set $q0 (v128.load offset=32 (local.get $query)))
        (local.set $q1 (v128.load offset=48 (local.get $query)))
        (local.set $a (v128.load offset=16 (local.get $group)))
        (local.set $b (v128.load offset=16 (i32.add (local.get $group) (local.get $stride))))
        (local.set $a_low (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (local.get $q0) (v128.and (local.get $a) (local.get $four_bits)) (local.get $a_low)))
        (local.set $b_low (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (local.get $q0) (v128.and (local.get $b) (local.get $four_bits)) (local.get $b_low)))
        (local.set $a_high (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (local.get $q1) (i8x16.shr_u (local.get $a) (i32.const 4)) (local.get $a_high)))
        (local.set $b_high (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (local.get $q1) (i8x16.shr_u (local.get $b) (i32.const 4)) (local.get $b_high)))
        (local.set $query (i32.add (local.get $query) (i32.const 64)))
        (local.set $group (i32.add (local.get $group) (i32.const 32)))
        (br_if $next_group (i32.lt_u (local.get $group) (local.get $end))))
      (local.set $a_score (f32.mul
        (f32.sub
          (f32.convert_i32_s (call $sum (i32x4.add (local.get $a_low) (local.get $a_high))))
          (local.get $bias))
        (f32.load (local.get $inverse_norm))))
      (local.set $b_score (f32.mul
        (f32.sub
          (f32.convert_i32_s (call $sum (i32x4.add (local.get $b_low) (local.get $b_high))))
          (local.get $bias))
        (f32.load offset=256 (local.get $inverse_norm))))
      (if (f32.ge (local.get $a_score) (local.get $threshold)) (then
        (i32.store (local.get $hit) (local.get $row))
        (f32.store offset=4 (local.get $hit) (local.get $a_score))
        (local.set $hit (i32.add (local.get $hit) (i32.const 8)))))
      (if (f32.ge (local.get $b_score) (local.get $threshold)) (then
        (i32.store (local.get $hit) (i32.add (local.get $row) (i32.const 64)))
        (f32.store offset=4 (local.get $hit) (local.get $b_score))
        (local.set $hit (i32.add (local.get $hit) (i32.const 8)))))
      (local.set $inverse_norm (i32.add (local.get $inverse_norm) (i32.const 4)))
      (local.set $coarse (local.get $end))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br_if $next_row (i32.lt_u (local.get $row) (i32.const 64))))
    (i32.shr_u (i32.sub (local.get $hit) (local.get $hits)) (i32.const 3)))

  ;; dot(query, coarse) or dot(query, fine) of one row.
  (func (export "dotPlane") (param $query_at i32) (param $group i32) (param $plane_bytes i32) (result i32)
    (local $end i32) (local $query i32) (local $numbers v128) (local $low v128) (local $high v128)
    (local.set $query (local.get $query_at))
    (local.set $end (i32.add (local.get $group) (local.get $plane_bytes)))
    (loop $next_group
      (local.set $numbers (v128.load (local.get $group)))
      (local.set $low (i32x4.relaxed_dot_i8x16_i7x16_add_s
        (v128.load (local.get $query))
        (v128.and (local.get $numbers) (i8x16.splat (i32.const 15)))
        (local.get $low)))
      (local.set $high (i32x4.relaxed_dot_i8x16_i7x16_add_s
        (v128.load offset=16 (local.get $query))
        (i8x16.shr_u (local.get $numbers) (i32.const 4))
        (local.get $high)))
      (local.set $query (i32.add (local.get $query) (i32.const 32)))
      (local.set $group (i32.add (local.get $group) (i32.const 16)))
      (br_if $next_group (i32.lt_u (local.get $group) (local.get $end))))
    (call $sum (i32x4.add (local.get $low) (local.get $high))))

  (func $sum (param $lanes v128) (result i32)
    (local.set $lanes (i32x4.add (local.get $lanes)
      (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $lanes) (local.get $lanes))))
    (i32.add (i32x4.extract_lane 0 (local.get $lanes)) (i32x4.extract_lane 1 (local.get $lanes)))))
