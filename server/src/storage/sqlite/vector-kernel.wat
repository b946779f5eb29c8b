;; Dot products of one int8 query with many int8 rows, 16 multiplications an instruction.
;;
;; A row component x (int8) is kept as x + 128 = 16 * coarse + fine: two numbers of four bits in two planes. So
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
;; relaxed_dot multiplies signed bytes with bytes of 0 to 127 and is one instruction on processors with VNNI or dot
;; product extensions. What it leaves open (the eighth bit, 16-bit overflow) is not reached by numbers of four bits,
;; so that every processor gives the same sums. The query stands at address 0; rows are a multiple of 64 dimensions.
(module
  (import "env" "memory" (memory 1))

  ;; Sum over one row of a plane.
  (func $dot (param $plane i32) (param $plane_bytes i32) (result i32)
    (local $end i32) (local $query i32) (local $a v128) (local $b v128) (local $low v128) (local $high v128)
    (local.set $end (i32.add (local.get $plane) (local.get $plane_bytes)))
    (loop $group
      (local.set $a (v128.load (local.get $plane)))
      (local.set $b (v128.load offset=16 (local.get $plane)))
      (local.set $low (i32x4.relaxed_dot_i8x16_i7x16_add_s
        (v128.load (local.get $query))
        (v128.and (local.get $a) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f))
        (local.get $low)))
      (local.set $high (i32x4.relaxed_dot_i8x16_i7x16_add_s
        (v128.load offset=16 (local.get $query)) (i8x16.shr_u (local.get $a) (i32.const 4)) (local.get $high)))
      (local.set $low (i32x4.relaxed_dot_i8x16_i7x16_add_s
        (v128.load offset=32 (local.get $query))
        (v128.and (local.get $b) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f))
        (local.get $low)))
      (local.set $high (i32x4.relaxed_dot_i8x16_i7x16_add_s
        (v128.load offset=48 (local.get $query)) (i8x16.shr_u (local.get $b) (i32.const 4)) (local.get $high)))
      (local.set $query (i32.add (local.get $query) (i32.const 64)))
      (local.set $plane (i32.add (local.get $plane) (i32.const 32)))
      (br_if $group (i32.lt_u (local.get $plane) (local.get $end))))
    (local.set $a (i32x4.add (local.get $low) (local.get $high)))
    (local.set $a (i32x4.add (local.get $a)
      (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $a) (local.get $a))))
    (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a))))

  ;; 16 * coarse + fine of one row; the caller takes 128 * sum(query) off.
  (func (export "dotRow") (param $coarse i32) (param $fine i32) (param $plane_bytes i32) (result i32)
    (i32.add
      (i32.shl (call $dot (local.get $coarse) (local.get $plane_bytes)) (i32.const 4))
      (call $dot (local.get $fine) (local.get $plane_bytes))))

  ;; Walks $rows coarse rows and writes those of (dot - $bias) * inverse norm >= $threshold to $hits, each as
  ;; { u32 row, f32 score }. Returns their number. A row whose inverse norm is NaN is never written.
  (func (export "scanRows")
    (param $inverse_norm i32) (param $coarse i32) (param $plane_bytes i32) (param $rows i32)
    (param $bias f32) (param $threshold f32) (param $hits i32) (result i32)
    (local $row i32) (local $hit i32) (local $score f32)
    (local.set $hit (local.get $hits))
    (loop $next
      (local.set $score (f32.mul
        (f32.sub (f32.convert_i32_s (call $dot (local.get $coarse) (local.get $plane_bytes))) (local.get $bias))
        (f32.load (local.get $inverse_norm))))
      (if (f32.ge (local.get $score) (local.get $threshold)) (then
        (i32.store (local.get $hit) (local.get $row))
        (f32.store offset=4 (local.get $hit) (local.get $score))
        (local.set $hit (i32.add (local.get $hit) (i32.const 8)))))
      (local.set $inverse_norm (i32.add (local.get $inverse_norm) (i32.const 4)))
      (local.set $coarse (i32.add (local.get $coarse) (local.get $plane_bytes)))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $row) (local.get $rows))))
    (i32.shr_u (i32.sub (local.get $hit) (local.get $hits)) (i32.const 3))))
