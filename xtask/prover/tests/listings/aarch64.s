// Batch loops as `cargo prove` compiles them, with short names. Directives and calls to panics are left out.
_RNvC8recorded12neon_knights:
	sub sp, sp, #32
	stp x29, x30, [sp, #16]
	add x29, sp, #16
	ldr x8, [x0, #8]
	cmp x2, x8
	b.ne .LBB28_17
	ldr x8, [x0]
	subs x9, x2, #2
	b.hs .LBB28_5
	cmp x2, #1
	b.ne .LBB28_4
	ld1r { v0.2d }, [x8]
	adrp x8, .LCPI28_0
	adrp x9, .LCPI28_2
	ldr q1, [x8, :lo12:.LCPI28_0]
	ldr q2, [x9, :lo12:.LCPI28_2]
	adrp x8, .LCPI28_1
	adrp x9, .LCPI28_3
	ushl v1.2d, v0.2d, v1.2d
	ushl v0.2d, v0.2d, v2.2d
	ldr q2, [x8, :lo12:.LCPI28_1]
	ldr q3, [x9, :lo12:.LCPI28_3]
	adrp x8, .LCPI28_4
	adrp x9, .LCPI28_5
	and v1.16b, v1.16b, v2.16b
	and v0.16b, v0.16b, v3.16b
	ldr q2, [x9, :lo12:.LCPI28_5]
	orr v0.16b, v0.16b, v1.16b
	ldr q1, [x8, :lo12:.LCPI28_4]
	ushl v1.2d, v0.2d, v1.2d
	ushl v0.2d, v0.2d, v2.2d
	orr v0.16b, v0.16b, v1.16b
	dup v1.2d, v0.d[1]
	orr v0.16b, v0.16b, v1.16b
	str d0, [x1]
.LBB28_4:
	ldp x29, x30, [sp, #16]
	add sp, sp, #32
	ret
.LBB28_5:
	sbfx x10, x2, #0, #1
	cmp x2, #8, lsl #12
	mov x0, xzr
	and x9, x10, x9
	b.ls .LBB28_7
	b .LBB28_12
.LBB28_6:
	cmp x0, x9
	mov x0, x9
	b.eq .LBB28_4
.LBB28_7:
	subs x10, x2, x0
	b.lo .LBB28_16
	lsr x10, x10, #1
	cbz x10, .LBB28_6
	lsl x12, x0, #3
	add x11, x8, x12
	add x12, x1, x12
.LBB28_10:
	subs x10, x10, #1
	ldr q0, [x11], #16
	ushr v2.16b, v0.16b, #1
	add v1.16b, v0.16b, v0.16b
	ushr v0.16b, v0.16b, #2
	add v3.16b, v1.16b, v1.16b
	orr v1.16b, v1.16b, v2.16b
	orr v0.16b, v3.16b, v0.16b
	shl v2.2d, v1.2d, #16
	ushr v1.2d, v1.2d, #16
	orr v1.16b, v2.16b, v1.16b
	ushr v2.2d, v0.2d, #8
	shl v0.2d, v0.2d, #8
	orr v1.16b, v1.16b, v2.16b
	orr v0.16b, v1.16b, v0.16b
	str q0, [x12], #16
	b.ne .LBB28_10
	b .LBB28_6
.LBB28_11:
	cmp x0, x9
	mov x0, x9
	b.eq .LBB28_4
.LBB28_12:
	subs x10, x2, x0
	b.lo .LBB28_16
	lsr x10, x10, #1
	cbz x10, .LBB28_11
	lsl x12, x0, #3
	add x11, x8, x12
	add x12, x1, x12
.LBB28_15:
	subs x10, x10, #1
	ldr q0, [x11], #16
	ushr v2.16b, v0.16b, #1
	add v1.16b, v0.16b, v0.16b
	ushr v0.16b, v0.16b, #2
	add v3.16b, v1.16b, v1.16b
	orr v1.16b, v1.16b, v2.16b
	orr v0.16b, v3.16b, v0.16b
	shl v2.2d, v1.2d, #16
	ushr v1.2d, v1.2d, #16
	orr v1.16b, v2.16b, v1.16b
	ushr v2.2d, v0.2d, #8
	shl v0.2d, v0.2d, #8
	orr v1.16b, v1.16b, v2.16b
	orr v0.16b, v1.16b, v0.16b
	str q0, [x12], #16
	b.ne .LBB28_15
	b .LBB28_11
.LCPI28_0:
	.xword	2
	.xword	1
.LCPI28_1:
	.xword	-217020518514230020
	.xword	-72340172838076674
.LCPI28_2:
	.xword	-2
	.xword	-1
.LCPI28_3:
	.xword	4557430888798830399
	.xword	9187201950435737471
.LCPI28_4:
	.xword	8
	.xword	16
.LCPI28_5:
	.xword	-8
	.xword	-16

_RNvC8recorded10neon_moves:
	sub sp, sp, #48
	stp x29, x30, [sp, #32]
	add x29, sp, #32
	ldr x8, [x0, #8]
	ldr x9, [x0, #24]
	cmp x2, x8
	b.ne .LBB27_13
	cmp x9, x8
	b.ne .LBB27_13
	ldr x9, [x0]
	ldr x8, [x0, #16]
	subs x10, x2, #2
	b.hs .LBB27_6
	cmp x2, #1
	b.ne .LBB27_5
	ld1r { v0.2d }, [x9]
	adrp x9, .LCPI27_0
	adrp x10, .LCPI27_2
	ldr q1, [x9, :lo12:.LCPI27_0]
	ldr q2, [x10, :lo12:.LCPI27_2]
	adrp x9, .LCPI27_1
	adrp x10, .LCPI27_3
	ldr x8, [x8]
	ushl v1.2d, v0.2d, v1.2d
	ushl v0.2d, v0.2d, v2.2d
	ldr q2, [x9, :lo12:.LCPI27_1]
	ldr q3, [x10, :lo12:.LCPI27_3]
	adrp x9, .LCPI27_4
	adrp x10, .LCPI27_5
	and v1.16b, v1.16b, v2.16b
	and v0.16b, v0.16b, v3.16b
	ldr q2, [x10, :lo12:.LCPI27_5]
	orr v0.16b, v0.16b, v1.16b
	ldr q1, [x9, :lo12:.LCPI27_4]
	ushl v1.2d, v0.2d, v1.2d
	ushl v0.2d, v0.2d, v2.2d
	orr v0.16b, v0.16b, v1.16b
	dup v1.2d, v0.d[1]
	orr v0.16b, v0.16b, v1.16b
	fmov x9, d0
	bic x8, x9, x8
	str x8, [x1]
.LBB27_5:
	ldp x29, x30, [sp, #32]
	add sp, sp, #48
	ret
.LBB27_6:
	sbfx x11, x2, #0, #1
	mov x0, xzr
	and x10, x11, x10
	b .LBB27_8
.LBB27_7:
	cmp x0, x10
	mov x0, x10
	b.eq .LBB27_5
.LBB27_8:
	subs x11, x2, x0
	b.lo .LBB27_12
	lsr x11, x11, #1
	cbz x11, .LBB27_7
	lsl x14, x0, #3
	add x12, x9, x14
	add x13, x8, x14
	add x14, x1, x14
.LBB27_11:
	subs x11, x11, #1
	ldr q0, [x12], #16
	ushr v2.16b, v0.16b, #1
	add v1.16b, v0.16b, v0.16b
	ushr v0.16b, v0.16b, #2
	add v3.16b, v1.16b, v1.16b
	orr v1.16b, v1.16b, v2.16b
	orr v0.16b, v3.16b, v0.16b
	shl v2.2d, v1.2d, #16
	ushr v1.2d, v1.2d, #16
	orr v1.16b, v2.16b, v1.16b
	ushr v2.2d, v0.2d, #8
	shl v0.2d, v0.2d, #8
	orr v1.16b, v1.16b, v2.16b
	orr v0.16b, v1.16b, v0.16b
	ldr q1, [x13], #16
	bic v0.16b, v0.16b, v1.16b
	str q0, [x14], #16
	b.ne .LBB27_11
	b .LBB27_7
.LCPI27_0:
	.xword	2
	.xword	1
.LCPI27_1:
	.xword	-217020518514230020
	.xword	-72340172838076674
.LCPI27_2:
	.xword	-2
	.xword	-1
.LCPI27_3:
	.xword	4557430888798830399
	.xword	9187201950435737471
.LCPI27_4:
	.xword	8
	.xword	16
.LCPI27_5:
	.xword	-8
	.xword	-16

_RNvC8recorded10neon_forks:
	sub sp, sp, #32
	stp x29, x30, [sp, #16]
	add x29, sp, #16
	ldr x8, [x0, #8]
	cmp x2, x8
	b.ne .LBB25_12
	ldr x8, [x0]
	subs x9, x2, #2
	b.hs .LBB25_5
	cmp x2, #1
	b.ne .LBB25_4
	ldr x8, [x8]
	lsl x9, x8, #1
	lsr x10, x8, #1
	lsl x11, x8, #2
	lsr x8, x8, #2
	and x9, x9, #0xfefefefefefefefe
	and x10, x10, #0x7f7f7f7f7f7f7f7f
	and x11, x11, #0xfcfcfcfcfcfcfcfc
	and x8, x8, #0x3f3f3f3f3f3f3f3f
	orr x12, x10, x9
	and x9, x10, x9
	orr x13, x8, x11
	and x8, x8, x11
	lsl x10, x12, #16
	lsr x11, x12, #16
	lsl x12, x13, #8
	lsr x13, x13, #8
	lsr x14, x9, #16
	lsr x15, x8, #8
	orr x16, x11, x10
	and x10, x11, x10
	orr x9, x14, x9, lsl #16
	orr x14, x13, x12
	orr x8, x15, x8, lsl #8
	and x11, x14, x16
	orr x9, x9, x11
	orr x8, x8, x10
	and x10, x13, x12
	orr x8, x9, x8
	orr x8, x8, x10
	str x8, [x1]
.LBB25_4:
	ldp x29, x30, [sp, #16]
	add sp, sp, #32
	ret
.LBB25_5:
	sbfx x10, x2, #0, #1
	mov x0, xzr
	and x9, x10, x9
	b .LBB25_7
.LBB25_6:
	cmp x0, x9
	mov x0, x9
	b.eq .LBB25_4
.LBB25_7:
	subs x10, x2, x0
	b.lo .LBB25_11
	lsr x10, x10, #1
	cbz x10, .LBB25_6
	lsl x12, x0, #3
	add x11, x8, x12
	add x12, x1, x12
.LBB25_10:
	subs x10, x10, #1
	ldr q0, [x11], #16
	ushr v2.16b, v0.16b, #1
	add v1.16b, v0.16b, v0.16b
	ushr v0.16b, v0.16b, #2
	add v4.16b, v1.16b, v1.16b
	and v3.16b, v1.16b, v2.16b
	orr v1.16b, v1.16b, v2.16b
	and v6.16b, v4.16b, v0.16b
	orr v0.16b, v4.16b, v0.16b
	shl v2.2d, v3.2d, #16
	ushr v3.2d, v3.2d, #16
	shl v5.2d, v1.2d, #16
	ushr v1.2d, v1.2d, #16
	ushr v7.2d, v6.2d, #8
	shl v6.2d, v6.2d, #8
	shl v4.2d, v0.2d, #8
	ushr v0.2d, v0.2d, #8
	orr v2.16b, v2.16b, v3.16b
	and v3.16b, v5.16b, v1.16b
	orr v1.16b, v5.16b, v1.16b
	orr v2.16b, v2.16b, v7.16b
	orr v3.16b, v6.16b, v3.16b
	orr v2.16b, v2.16b, v3.16b
	and v3.16b, v4.16b, v0.16b
	orr v0.16b, v4.16b, v0.16b
	orr v2.16b, v2.16b, v3.16b
	and v0.16b, v0.16b, v1.16b
	orr v0.16b, v2.16b, v0.16b
	str q0, [x12], #16
	b.ne .LBB25_10
	b .LBB25_6
