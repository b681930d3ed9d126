# Batch loops as `cargo prove` compiles them, with short names. Directives and calls to panics are left out.
_RNvC8recorded14portable_kings:
	subq $24, %rsp
	movq 8(%rdi), %rax
	cmpq %rax, %rdx
	jne .LBB31_17
	movq (%rdi), %rax
	cmpq $8, %rdx
	jae .LBB31_2
	testq %rdx, %rdx
	je .LBB31_16
	movabsq $-72340172838076674, %rdi
	movabsq $9187201950435737471, %rcx
	movq (%rax), %r8
	leaq (%r8,%r8), %r9
	andq %rdi, %r9
	movq %r8, %r10
	shrq %r10
	andq %rcx, %r10
	orq %r9, %r10
	orq %r10, %r8
	movq %r8, %r9
	shlq $8, %r9
	shrq $8, %r8
	orq %r9, %r8
	orq %r10, %r8
	movq %r8, (%rsi)
	cmpq $1, %rdx
	je .LBB31_16
	movq 8(%rax), %r8
	leaq (%r8,%r8), %r9
	andq %rdi, %r9
	movq %r8, %r10
	shrq %r10
	andq %rcx, %r10
	orq %r9, %r10
	orq %r10, %r8
	movq %r8, %r9
	shlq $8, %r9
	shrq $8, %r8
	orq %r9, %r8
	orq %r10, %r8
	movq %r8, 8(%rsi)
	cmpq $2, %rdx
	je .LBB31_16
	movq 16(%rax), %r8
	leaq (%r8,%r8), %r9
	andq %rdi, %r9
	movq %r8, %r10
	shrq %r10
	andq %rcx, %r10
	orq %r9, %r10
	orq %r10, %r8
	movq %r8, %r9
	shlq $8, %r9
	shrq $8, %r8
	orq %r9, %r8
	orq %r10, %r8
	movq %r8, 16(%rsi)
	cmpq $3, %rdx
	je .LBB31_16
	movq 24(%rax), %r8
	leaq (%r8,%r8), %r9
	andq %rdi, %r9
	movq %r8, %r10
	shrq %r10
	andq %rcx, %r10
	orq %r9, %r10
	orq %r10, %r8
	movq %r8, %r9
	shlq $8, %r9
	shrq $8, %r8
	orq %r9, %r8
	orq %r10, %r8
	movq %r8, 24(%rsi)
	cmpq $4, %rdx
	je .LBB31_16
	movq 32(%rax), %r8
	leaq (%r8,%r8), %r9
	andq %rdi, %r9
	movq %r8, %r10
	shrq %r10
	andq %rcx, %r10
	orq %r9, %r10
	orq %r10, %r8
	movq %r8, %r9
	shlq $8, %r9
	shrq $8, %r8
	orq %r9, %r8
	orq %r10, %r8
	movq %r8, 32(%rsi)
	cmpq $5, %rdx
	je .LBB31_16
	movq 40(%rax), %r8
	leaq (%r8,%r8), %r9
	andq %rdi, %r9
	movq %r8, %r10
	shrq %r10
	andq %rcx, %r10
	orq %r9, %r10
	orq %r10, %r8
	movq %r8, %r9
	shlq $8, %r9
	shrq $8, %r8
	orq %r9, %r8
	orq %r10, %r8
	movq %r8, 40(%rsi)
	cmpq $6, %rdx
	je .LBB31_16
	movq 48(%rax), %rax
	leaq (%rax,%rax), %rdx
	andq %rdi, %rdx
	movq %rax, %rdi
	shrq %rdi
	andq %rcx, %rdi
	orq %rdx, %rdi
	orq %rdi, %rax
	movq %rax, %rcx
	shlq $8, %rcx
	shrq $8, %rax
	orq %rcx, %rax
	orq %rdi, %rax
	movq %rax, 48(%rsi)
.LBB31_16:
	addq $24, %rsp
	retq
.LBB31_2:
	movl %edx, %edi
	andl $7, %edi
	leaq -8(%rdx), %rcx
	testq %rdi, %rdi
	cmoveq %rdi, %rcx
	xorl %edi, %edi
	movdqa .LCPI31_0(%rip), %xmm0
	movdqa .LCPI31_1(%rip), %xmm1
	jmp .LBB31_4
.LBB31_3:
	cmpq %rcx, %rdi
	movq %rcx, %rdi
	je .LBB31_16
.LBB31_4:
	movq %rdx, %r8
	subq %rdi, %r8
	jb .LBB31_18
	shrq $3, %r8
	je .LBB31_3
	leaq 48(,%rdi,8), %r9
.LBB31_7:
	movdqu -48(%rax,%r9), %xmm2
	movdqa %xmm2, %xmm3
	psrlq $1, %xmm3
	pand %xmm0, %xmm3
	movdqa %xmm2, %xmm4
	paddq %xmm4, %xmm4
	pand %xmm1, %xmm4
	por %xmm3, %xmm4
	por %xmm4, %xmm2
	movdqa %xmm2, %xmm3
	psrlq $8, %xmm3
	psllq $8, %xmm2
	por %xmm3, %xmm2
	por %xmm4, %xmm2
	movdqu %xmm2, -48(%rsi,%r9)
	movdqu -32(%rax,%r9), %xmm2
	movdqa %xmm2, %xmm3
	psrlq $1, %xmm3
	pand %xmm0, %xmm3
	movdqa %xmm2, %xmm4
	paddq %xmm4, %xmm4
	pand %xmm1, %xmm4
	por %xmm3, %xmm4
	por %xmm4, %xmm2
	movdqa %xmm2, %xmm3
	psrlq $8, %xmm3
	psllq $8, %xmm2
	por %xmm3, %xmm2
	por %xmm4, %xmm2
	movdqu %xmm2, -32(%rsi,%r9)
	movdqu -16(%rax,%r9), %xmm2
	movdqa %xmm2, %xmm3
	psrlq $1, %xmm3
	pand %xmm0, %xmm3
	movdqa %xmm2, %xmm4
	paddq %xmm4, %xmm4
	pand %xmm1, %xmm4
	por %xmm3, %xmm4
	por %xmm4, %xmm2
	movdqa %xmm2, %xmm3
	psrlq $8, %xmm3
	psllq $8, %xmm2
	por %xmm3, %xmm2
	por %xmm4, %xmm2
	movdqu %xmm2, -16(%rsi,%r9)
	movdqu (%rax,%r9), %xmm2
	movdqa %xmm2, %xmm3
	psrlq $1, %xmm3
	pand %xmm0, %xmm3
	movdqa %xmm2, %xmm4
	paddq %xmm4, %xmm4
	pand %xmm1, %xmm4
	por %xmm3, %xmm4
	por %xmm4, %xmm2
	movdqa %xmm2, %xmm3
	psrlq $8, %xmm3
	psllq $8, %xmm2
	por %xmm3, %xmm2
	por %xmm4, %xmm2
	movdqu %xmm2, (%rsi,%r9)
	addq $64, %r9
	decq %r8
	jne .LBB31_7
	jmp .LBB31_3
.LCPI31_0:
	.zero	16,127
.LCPI31_1:
	.zero	16,254

_RNvC8recorded12sse2_knights:
	subq $24, %rsp
	movq 8(%rdi), %rax
	cmpq %rax, %rdx
	jne .LBB52_16
	movq (%rdi), %rax
	cmpq $2, %rdx
	jae .LBB52_2
	cmpq $1, %rdx
	jne .LBB52_15
	movq (%rax), %rax
	leaq (%rax,%rax), %rcx
	movabsq $-72340172838076674, %rdx
	andq %rcx, %rdx
	movq %rax, %rcx
	shrq %rcx
	movabsq $9187201950435737471, %rdi
	andq %rcx, %rdi
	orq %rdx, %rdi
	leaq (,%rax,4), %rcx
	movabsq $-217020518514230020, %rdx
	andq %rcx, %rdx
	shrq $2, %rax
	movabsq $4557430888798830399, %rcx
	andq %rax, %rcx
	orq %rdx, %rcx
	movq %rdi, %rax
	shlq $16, %rax
	shrq $16, %rdi
	orq %rax, %rdi
	movq %rcx, %rax
	shlq $8, %rax
	shrq $8, %rcx
	orq %rax, %rcx
	orq %rdi, %rcx
	movq %rcx, (%rsi)
.LBB52_15:
	addq $24, %rsp
	retq
.LBB52_2:
	movl %edx, %edi
	andl $1, %edi
	negq %rdi
	leaq -2(%rdx), %rcx
	andq %rdi, %rcx
	xorl %edi, %edi
	movdqa .LCPI52_0(%rip), %xmm0
	movdqa .LCPI52_1(%rip), %xmm1
	cmpq $32768, %rdx
	jbe .LBB52_9
	jmp .LBB52_3
.LBB52_8:
	cmpq %rcx, %rdi
	movq %rcx, %rdi
	je .LBB52_15
.LBB52_9:
	movq %rdx, %r8
	subq %rdi, %r8
	jb .LBB52_17
	shrq %r8
	je .LBB52_8
	leaq (,%rdi,8), %r9
.LBB52_12:
	movdqu (%rax,%r9), %xmm2
	movdqa %xmm2, %xmm3
	paddb %xmm2, %xmm3
	movdqa %xmm2, %xmm4
	psrlq $1, %xmm4
	pand %xmm0, %xmm4
	por %xmm3, %xmm4
	movdqa %xmm4, %xmm5
	psrlq $16, %xmm5
	psllq $16, %xmm4
	por %xmm5, %xmm4
	paddb %xmm3, %xmm3
	psrlq $2, %xmm2
	pand %xmm1, %xmm2
	por %xmm3, %xmm2
	movdqa %xmm2, %xmm3
	psllq $8, %xmm3
	psrlq $8, %xmm2
	por %xmm3, %xmm2
	por %xmm4, %xmm2
	movdqu %xmm2, (%rsi,%r9)
	addq $16, %r9
	decq %r8
	jne .LBB52_12
	jmp .LBB52_8
.LBB52_7:
	cmpq %rcx, %rdi
	movq %rcx, %rdi
	je .LBB52_15
.LBB52_3:
	movq %rdx, %r8
	subq %rdi, %r8
	jb .LBB52_17
	shrq %r8
	je .LBB52_7
	leaq (,%rdi,8), %r9
.LBB52_6:
	prefetcht0 6144(%rax,%r9)
	prefetcht0 6144(%rsi,%r9)
	movdqu (%rax,%r9), %xmm2
	movdqa %xmm2, %xmm3
	paddb %xmm2, %xmm3
	movdqa %xmm2, %xmm4
	psrlq $1, %xmm4
	pand %xmm0, %xmm4
	por %xmm3, %xmm4
	movdqa %xmm4, %xmm5
	psrlq $16, %xmm5
	psllq $16, %xmm4
	por %xmm5, %xmm4
	paddb %xmm3, %xmm3
	psrlq $2, %xmm2
	pand %xmm1, %xmm2
	por %xmm3, %xmm2
	movdqa %xmm2, %xmm3
	psllq $8, %xmm3
	psrlq $8, %xmm2
	por %xmm3, %xmm2
	por %xmm4, %xmm2
	movdqu %xmm2, (%rsi,%r9)
	addq $16, %r9
	decq %r8
	jne .LBB52_6
	jmp .LBB52_7
.LCPI52_0:
	.zero	16,127
.LCPI52_1:
	.zero	16,63

_RNvC8recorded10sse2_moves:
	subq $24, %rsp
	movq 8(%rdi), %rax
	movq 24(%rdi), %rcx
	cmpq %rax, %rdx
	jne .LBB51_17
	cmpq %rax, %rcx
	jne .LBB51_17
	movq (%rdi), %rax
	movq 16(%rdi), %rcx
	cmpq $2, %rdx
	jae .LBB51_3
	cmpq $1, %rdx
	jne .LBB51_16
	movq (%rax), %rdx
	movq (%rcx), %rax
	leaq (%rdx,%rdx), %rcx
	movabsq $-72340172838076674, %rdi
	andq %rcx, %rdi
	movq %rdx, %rcx
	shrq %rcx
	movabsq $9187201950435737471, %r8
	andq %rcx, %r8
	orq %rdi, %r8
	leaq (,%rdx,4), %rcx
	movabsq $-217020518514230020, %rdi
	andq %rcx, %rdi
	shrq $2, %rdx
	movabsq $4557430888798830399, %rcx
	andq %rdx, %rcx
	orq %rdi, %rcx
	movq %r8, %rdx
	shlq $16, %rdx
	shrq $16, %r8
	orq %rdx, %r8
	movq %rcx, %rdx
	shlq $8, %rdx
	shrq $8, %rcx
	orq %rdx, %rcx
	orq %r8, %rcx
	notq %rax
	andq %rcx, %rax
	movq %rax, (%rsi)
.LBB51_16:
	addq $24, %rsp
	retq
.LBB51_3:
	movl %edx, %edi
	andl $1, %edi
	negq %rdi
	leaq -2(%rdx), %r8
	andq %rdi, %r8
	xorl %edi, %edi
	movdqa .LCPI51_0(%rip), %xmm0
	movdqa .LCPI51_1(%rip), %xmm1
	cmpq $32768, %rdx
	jbe .LBB51_10
	jmp .LBB51_4
.LBB51_9:
	cmpq %r8, %rdi
	movq %r8, %rdi
	je .LBB51_16
.LBB51_10:
	movq %rdx, %r9
	subq %rdi, %r9
	jb .LBB51_18
	shrq %r9
	je .LBB51_9
	leaq (,%rdi,8), %r10
.LBB51_13:
	movdqu (%rax,%r10), %xmm2
	movdqa %xmm2, %xmm3
	paddb %xmm2, %xmm3
	movdqa %xmm2, %xmm4
	psrlq $1, %xmm4
	pand %xmm0, %xmm4
	por %xmm3, %xmm4
	movdqa %xmm4, %xmm5
	psrlq $16, %xmm5
	psllq $16, %xmm4
	por %xmm5, %xmm4
	paddb %xmm3, %xmm3
	psrlq $2, %xmm2
	pand %xmm1, %xmm2
	por %xmm3, %xmm2
	movdqa %xmm2, %xmm3
	psllq $8, %xmm3
	psrlq $8, %xmm2
	por %xmm3, %xmm2
	por %xmm4, %xmm2
	movdqu (%rcx,%r10), %xmm3
	pandn %xmm2, %xmm3
	movdqu %xmm3, (%rsi,%r10)
	addq $16, %r10
	decq %r9
	jne .LBB51_13
	jmp .LBB51_9
.LBB51_8:
	cmpq %r8, %rdi
	movq %r8, %rdi
	je .LBB51_16
.LBB51_4:
	movq %rdx, %r9
	subq %rdi, %r9
	jb .LBB51_18
	shrq %r9
	je .LBB51_8
	leaq (,%rdi,8), %r10
.LBB51_7:
	prefetcht0 6144(%rax,%r10)
	prefetcht0 6144(%rcx,%r10)
	prefetcht0 6144(%rsi,%r10)
	movdqu (%rax,%r10), %xmm2
	movdqa %xmm2, %xmm3
	paddb %xmm2, %xmm3
	movdqa %xmm2, %xmm4
	psrlq $1, %xmm4
	pand %xmm0, %xmm4
	por %xmm3, %xmm4
	movdqa %xmm4, %xmm5
	psrlq $16, %xmm5
	psllq $16, %xmm4
	por %xmm5, %xmm4
	paddb %xmm3, %xmm3
	psrlq $2, %xmm2
	pand %xmm1, %xmm2
	por %xmm3, %xmm2
	movdqa %xmm2, %xmm3
	psllq $8, %xmm3
	psrlq $8, %xmm2
	por %xmm3, %xmm2
	por %xmm4, %xmm2
	movdqu (%rcx,%r10), %xmm3
	pandn %xmm2, %xmm3
	movdqu %xmm3, (%rsi,%r10)
	addq $16, %r10
	decq %r9
	jne .LBB51_7
	jmp .LBB51_8
.LCPI51_0:
	.zero	16,127
.LCPI51_1:
	.zero	16,63

_RNvC8recorded12avx2_knights:
	pushq %rax
	movq 32(%rdi), %rcx
	xorl %r9d, %r9d
	testb $3, %cl
	je .LBB79_2
	movq %rcx, %rax
	subq $4, %rax
	cmovaeq %rax, %r9
.LBB79_2:
	movq 16(%rdi), %r10
	movq 24(%rdi), %rdx
	movq (%rdi), %r11
	movq 8(%rdi), %rax
	xorl %edi, %edi
	vpbroadcastq .LCPI79_0(%rip), %ymm0
	vpbroadcastq .LCPI79_1(%rip), %ymm1
	jmp .LBB79_4
.LBB79_3:
	cmpq %r9, %rdi
	movq %r9, %rdi
	je .LBB79_16
.LBB79_4:
	movq %rax, %r8
	subq %rdi, %r8
	jb .LBB79_17
	movq %rcx, %rsi
	subq %rdi, %rsi
	shrq $2, %rsi
	shrq $2, %r8
	cmpq %r8, %rsi
	ja .LBB79_6
	movq %rdx, %r8
	subq %rdi, %r8
	jb .LBB79_18
	shrq $2, %r8
	cmpq %r8, %rsi
	ja .LBB79_10
	testq %rsi, %rsi
	je .LBB79_3
	leaq (,%rdi,8), %r8
.LBB79_13:
	cmpq $32769, %rcx
	jae .LBB79_14
.LBB79_15:
	vmovdqu (%r11,%r8), %ymm2
	vpaddb %ymm2, %ymm2, %ymm3
	vpsrlq $1, %ymm2, %ymm4
	vpand %ymm0, %ymm4, %ymm4
	vpor %ymm4, %ymm3, %ymm4
	vpsrlq $16, %ymm4, %ymm5
	vpsllq $16, %ymm4, %ymm4
	vpor %ymm4, %ymm5, %ymm4
	vpaddb %ymm3, %ymm3, %ymm3
	vpsrlq $2, %ymm2, %ymm2
	vpand %ymm1, %ymm2, %ymm2
	vpor %ymm2, %ymm3, %ymm2
	vpsllq $8, %ymm2, %ymm3
	vpor %ymm3, %ymm4, %ymm3
	vpsrlq $8, %ymm2, %ymm2
	vpor %ymm2, %ymm3, %ymm2
	vmovdqu %ymm2, (%r10,%r8)
	addq $32, %r8
	decq %rsi
	jne .LBB79_13
	jmp .LBB79_3
.LBB79_14:
	prefetcht0 6144(%r11,%r8)
	prefetcht0 6144(%r10,%r8)
	jmp .LBB79_15
.LBB79_16:
	popq %rax
	vzeroupper
	retq
.LCPI79_0:
	.quad	9187201950435737471
.LCPI79_1:
	.quad	4557430888798830399

_RNvC8recorded10avx2_moves:
	pushq %r14
	pushq %rbx
	pushq %rax
	movq 48(%rdi), %rcx
	xorl %r9d, %r9d
	testb $3, %cl
	je .LBB78_2
	movq %rcx, %rax
	subq $4, %rax
	cmovaeq %rax, %r9
.LBB78_2:
	movq 32(%rdi), %r10
	movq 40(%rdi), %rax
	movq (%rdi), %r11
	movq 8(%rdi), %rdx
	movq 16(%rdi), %r14
	movq 24(%rdi), %rbx
	xorl %edi, %edi
	vpbroadcastq .LCPI78_0(%rip), %ymm0
	vpbroadcastq .LCPI78_1(%rip), %ymm1
	jmp .LBB78_4
.LBB78_3:
	cmpq %r9, %rdi
	movq %r9, %rdi
	je .LBB78_20
.LBB78_4:
	movq %rdx, %r8
	subq %rdi, %r8
	jb .LBB78_10
	movq %rcx, %rsi
	subq %rdi, %rsi
	shrq $2, %rsi
	shrq $2, %r8
	cmpq %r8, %rsi
	ja .LBB78_6
	movq %rbx, %r8
	subq %rdi, %r8
	jb .LBB78_9
	shrq $2, %r8
	cmpq %r8, %rsi
	ja .LBB78_6
	movq %rax, %r8
	subq %rdi, %r8
	jb .LBB78_21
	shrq $2, %r8
	cmpq %r8, %rsi
	ja .LBB78_14
	testq %rsi, %rsi
	je .LBB78_3
	leaq (,%rdi,8), %r8
.LBB78_17:
	cmpq $32769, %rcx
	jae .LBB78_18
.LBB78_19:
	vmovdqu (%r11,%r8), %ymm2
	vpaddb %ymm2, %ymm2, %ymm3
	vpsrlq $1, %ymm2, %ymm4
	vpand %ymm0, %ymm4, %ymm4
	vpor %ymm4, %ymm3, %ymm4
	vpsrlq $16, %ymm4, %ymm5
	vpsllq $16, %ymm4, %ymm4
	vpor %ymm4, %ymm5, %ymm4
	vpaddb %ymm3, %ymm3, %ymm3
	vpsrlq $2, %ymm2, %ymm2
	vpand %ymm1, %ymm2, %ymm2
	vpor %ymm2, %ymm3, %ymm2
	vpsllq $8, %ymm2, %ymm3
	vpor %ymm3, %ymm4, %ymm3
	vpsrlq $8, %ymm2, %ymm2
	vpor %ymm2, %ymm3, %ymm2
	vmovdqu (%r14,%r8), %ymm3
	vpandn %ymm2, %ymm3, %ymm2
	vmovdqu %ymm2, (%r10,%r8)
	addq $32, %r8
	decq %rsi
	jne .LBB78_17
	jmp .LBB78_3
.LBB78_18:
	prefetcht0 6144(%r11,%r8)
	prefetcht0 6144(%r14,%r8)
	prefetcht0 6144(%r10,%r8)
	jmp .LBB78_19
.LBB78_20:
	addq $8, %rsp
	popq %rbx
	popq %r14
	vzeroupper
	retq
.LBB78_9:
	movq %rbx, %rdx
.LCPI78_0:
	.quad	9187201950435737471
.LCPI78_1:
	.quad	4557430888798830399

_RNvC8recorded10avx2_forks:
	pushq %rax
	movq 32(%rdi), %rcx
	xorl %r9d, %r9d
	testb $3, %cl
	je .LBB72_2
	movq %rcx, %rax
	subq $4, %rax
	cmovaeq %rax, %r9
.LBB72_2:
	movq 16(%rdi), %r10
	movq 24(%rdi), %rdx
	movq (%rdi), %r11
	movq 8(%rdi), %rax
	xorl %edi, %edi
	vpbroadcastq .LCPI72_0(%rip), %ymm0
	vpbroadcastq .LCPI72_1(%rip), %ymm1
	jmp .LBB72_4
.LBB72_3:
	cmpq %r9, %rdi
	movq %r9, %rdi
	je .LBB72_16
.LBB72_4:
	movq %rax, %r8
	subq %rdi, %r8
	jb .LBB72_17
	movq %rcx, %rsi
	subq %rdi, %rsi
	shrq $2, %rsi
	shrq $2, %r8
	cmpq %r8, %rsi
	ja .LBB72_6
	movq %rdx, %r8
	subq %rdi, %r8
	jb .LBB72_18
	shrq $2, %r8
	cmpq %r8, %rsi
	ja .LBB72_10
	testq %rsi, %rsi
	je .LBB72_3
	leaq (,%rdi,8), %r8
.LBB72_13:
	cmpq $32769, %rcx
	jae .LBB72_14
.LBB72_15:
	vmovdqu (%r11,%r8), %ymm2
	vpaddb %ymm2, %ymm2, %ymm3
	vpsrlq $1, %ymm2, %ymm4
	vpand %ymm0, %ymm4, %ymm4
	vpand %ymm4, %ymm3, %ymm5
	vpsrlq $16, %ymm5, %ymm6
	vpsllq $16, %ymm5, %ymm5
	vpor %ymm5, %ymm6, %ymm5
	vpor %ymm4, %ymm3, %ymm4
	vpsrlq $16, %ymm4, %ymm6
	vpsllq $16, %ymm4, %ymm4
	vpand %ymm4, %ymm6, %ymm7
	vpor %ymm7, %ymm5, %ymm5
	vpaddb %ymm3, %ymm3, %ymm3
	vpsrlq $2, %ymm2, %ymm2
	vpand %ymm1, %ymm2, %ymm2
	vpand %ymm2, %ymm3, %ymm7
	vpsllq $8, %ymm7, %ymm8
	vpor %ymm5, %ymm8, %ymm5
	vpsrlq $8, %ymm7, %ymm7
	vpor %ymm7, %ymm5, %ymm5
	vpor %ymm2, %ymm3, %ymm2
	vpsrlq $8, %ymm2, %ymm3
	vpsllq $8, %ymm2, %ymm2
	vpand %ymm2, %ymm3, %ymm7
	vpor %ymm7, %ymm5, %ymm5
	vpor %ymm2, %ymm3, %ymm2
	vpor %ymm4, %ymm6, %ymm3
	vpand %ymm3, %ymm2, %ymm2
	vpor %ymm2, %ymm5, %ymm2
	vmovdqu %ymm2, (%r10,%r8)
	addq $32, %r8
	decq %rsi
	jne .LBB72_13
	jmp .LBB72_3
.LBB72_14:
	prefetcht0 6144(%r11,%r8)
	prefetcht0 6144(%r10,%r8)
	jmp .LBB72_15
.LBB72_16:
	popq %rax
	vzeroupper
	retq
.LCPI72_0:
	.quad	9187201950435737471
.LCPI72_1:
	.quad	4557430888798830399

_RNvC8recorded12avx512_kings:
	pushq %rax
	movq 32(%rdi), %rcx
	xorl %r9d, %r9d
	testb $7, %cl
	je .LBB87_2
	movq %rcx, %rax
	subq $8, %rax
	cmovaeq %rax, %r9
.LBB87_2:
	movq 16(%rdi), %r10
	movq 24(%rdi), %rdx
	movq (%rdi), %r11
	movq 8(%rdi), %rax
	xorl %edi, %edi
	vpbroadcastd .LCPI87_0(%rip), %zmm0
	cmpq $32768, %rcx
	jbe .LBB87_13
	jmp .LBB87_3
.LBB87_12:
	cmpq %r9, %rdi
	movq %r9, %rdi
	je .LBB87_11
.LBB87_13:
	movq %rax, %r8
	subq %rdi, %r8
	jb .LBB87_23
	movq %rcx, %rsi
	subq %rdi, %rsi
	shrq $3, %rsi
	shrq $3, %r8
	cmpq %r8, %rsi
	ja .LBB87_15
	movq %rdx, %r8
	subq %rdi, %r8
	jb .LBB87_24
	shrq $3, %r8
	cmpq %r8, %rsi
	ja .LBB87_19
	testq %rsi, %rsi
	je .LBB87_12
	leaq (,%rdi,8), %r8
.LBB87_22:
	vmovdqu64 (%r11,%r8), %zmm1
	vpsrlq $1, %zmm1, %zmm2
	vpaddb %zmm1, %zmm1, %zmm3
	vpternlogd $248, %zmm0, %zmm2, %zmm3
	vporq %zmm3, %zmm1, %zmm1
	vpsrlq $8, %zmm1, %zmm2
	vpsllq $8, %zmm1, %zmm1
	vpternlogq $254, %zmm2, %zmm3, %zmm1
	vmovdqu64 %zmm1, (%r10,%r8)
	addq $64, %r8
	decq %rsi
	jne .LBB87_22
	jmp .LBB87_12
.LBB87_10:
	cmpq %r9, %rdi
	movq %r9, %rdi
	je .LBB87_11
.LBB87_3:
	movq %rax, %r8
	subq %rdi, %r8
	jb .LBB87_23
	movq %rcx, %rsi
	subq %rdi, %rsi
	shrq $3, %rsi
	shrq $3, %r8
	cmpq %r8, %rsi
	ja .LBB87_15
	movq %rdx, %r8
	subq %rdi, %r8
	jb .LBB87_24
	shrq $3, %r8
	cmpq %r8, %rsi
	ja .LBB87_19
	testq %rsi, %rsi
	je .LBB87_10
	leaq (,%rdi,8), %r8
.LBB87_9:
	prefetcht0 6144(%r11,%r8)
	prefetcht0 6144(%r10,%r8)
	vmovdqu64 (%r11,%r8), %zmm1
	vpsrlq $1, %zmm1, %zmm2
	vpaddb %zmm1, %zmm1, %zmm3
	vpternlogd $248, %zmm0, %zmm2, %zmm3
	vporq %zmm3, %zmm1, %zmm1
	vpsrlq $8, %zmm1, %zmm2
	vpsllq $8, %zmm1, %zmm1
	vpternlogq $254, %zmm2, %zmm3, %zmm1
	vmovdqu64 %zmm1, (%r10,%r8)
	addq $64, %r8
	decq %rsi
	jne .LBB87_9
	jmp .LBB87_10
.LBB87_11:
	popq %rax
	vzeroupper
	retq
.LCPI87_0:
	.long	2139062143

_RNvC8recorded12avx512_moves:
	pushq %r14
	pushq %rbx
	pushq %rax
	movq 48(%rdi), %rcx
	xorl %r9d, %r9d
	testb $7, %cl
	je .LBB88_2
	movq %rcx, %rax
	subq $8, %rax
	cmovaeq %rax, %r9
.LBB88_2:
	movq 32(%rdi), %r10
	movq 40(%rdi), %rax
	movq (%rdi), %r11
	movq 8(%rdi), %rdx
	movq 16(%rdi), %r14
	movq 24(%rdi), %rbx
	xorl %edi, %edi
	vpbroadcastd .LCPI88_0(%rip), %zmm0
	vpbroadcastd .LCPI88_1(%rip), %zmm1
	jmp .LBB88_4
.LBB88_3:
	cmpq %r9, %rdi
	movq %r9, %rdi
	je .LBB88_20
.LBB88_4:
	movq %rdx, %r8
	subq %rdi, %r8
	jb .LBB88_10
	movq %rcx, %rsi
	subq %rdi, %rsi
	shrq $3, %rsi
	shrq $3, %r8
	cmpq %r8, %rsi
	ja .LBB88_6
	movq %rbx, %r8
	subq %rdi, %r8
	jb .LBB88_9
	shrq $3, %r8
	cmpq %r8, %rsi
	ja .LBB88_6
	movq %rax, %r8
	subq %rdi, %r8
	jb .LBB88_21
	shrq $3, %r8
	cmpq %r8, %rsi
	ja .LBB88_14
	testq %rsi, %rsi
	je .LBB88_3
	leaq (,%rdi,8), %r8
.LBB88_17:
	cmpq $32769, %rcx
	jae .LBB88_18
.LBB88_19:
	vmovdqu64 (%r11,%r8), %zmm2
	vpsrlq $1, %zmm2, %zmm3
	vpaddb %zmm2, %zmm2, %zmm4
	vpternlogd $236, %zmm0, %zmm4, %zmm3
	vpsrlq $16, %zmm3, %zmm5
	vpsllq $16, %zmm3, %zmm3
	vpsrlq $2, %zmm2, %zmm2
	vpaddb %zmm4, %zmm4, %zmm4
	vpternlogd $248, %zmm1, %zmm2, %zmm4
	vpsllq $8, %zmm4, %zmm2
	vpternlogq $254, %zmm3, %zmm5, %zmm2
	vpsrlq $8, %zmm4, %zmm3
	vpternlogq $84, (%r14,%r8), %zmm2, %zmm3
	vmovdqu64 %zmm3, (%r10,%r8)
	addq $64, %r8
	decq %rsi
	jne .LBB88_17
	jmp .LBB88_3
.LBB88_18:
	prefetcht0 6144(%r11,%r8)
	prefetcht0 6144(%r14,%r8)
	prefetcht0 6144(%r10,%r8)
	jmp .LBB88_19
.LBB88_20:
	addq $8, %rsp
	popq %rbx
	popq %r14
	vzeroupper
	retq
.LBB88_9:
	movq %rbx, %rdx
.LCPI88_0:
	.long	2139062143
.LCPI88_1:
	.long	1061109567

_RNvC8recorded12avx512_forks:
	pushq %rax
	movq 32(%rdi), %rcx
	xorl %r9d, %r9d
	testb $7, %cl
	je .LBB86_2
	movq %rcx, %rax
	subq $8, %rax
	cmovaeq %rax, %r9
.LBB86_2:
	movq 16(%rdi), %r10
	movq 24(%rdi), %rdx
	movq (%rdi), %r11
	movq 8(%rdi), %rax
	xorl %edi, %edi
	vpbroadcastd .LCPI86_0(%rip), %zmm0
	vpbroadcastd .LCPI86_1(%rip), %zmm1
	jmp .LBB86_4
.LBB86_3:
	cmpq %r9, %rdi
	movq %r9, %rdi
	je .LBB86_16
.LBB86_4:
	movq %rax, %r8
	subq %rdi, %r8
	jb .LBB86_17
	movq %rcx, %rsi
	subq %rdi, %rsi
	shrq $3, %rsi
	shrq $3, %r8
	cmpq %r8, %rsi
	ja .LBB86_6
	movq %rdx, %r8
	subq %rdi, %r8
	jb .LBB86_18
	shrq $3, %r8
	cmpq %r8, %rsi
	ja .LBB86_10
	testq %rsi, %rsi
	je .LBB86_3
	leaq (,%rdi,8), %r8
.LBB86_13:
	cmpq $32769, %rcx
	jae .LBB86_14
.LBB86_15:
	vmovdqu64 (%r11,%r8), %zmm2
	vpsrlq $2, %zmm2, %zmm3
	vpandd %zmm0, %zmm3, %zmm3
	vpaddb %zmm2, %zmm2, %zmm4
	vpaddb %zmm4, %zmm4, %zmm5
	vpord %zmm5, %zmm3, %zmm6
	vpsrlq $8, %zmm6, %zmm7
	vpsllq $8, %zmm6, %zmm6
	vpandq %zmm6, %zmm7, %zmm8
	vpsrlq $1, %zmm2, %zmm2
	vpandd %zmm1, %zmm2, %zmm2
	vpord %zmm4, %zmm2, %zmm9
	vpsrlq $16, %zmm9, %zmm10
	vpsllq $16, %zmm9, %zmm9
	vpternlogq $248, %zmm9, %zmm10, %zmm8
	vpandd %zmm4, %zmm2, %zmm2
	vpsrlq $16, %zmm2, %zmm4
	vpsllq $16, %zmm2, %zmm2
	vpandd %zmm5, %zmm3, %zmm3
	vpsllq $8, %zmm3, %zmm5
	vpternlogq $254, %zmm2, %zmm4, %zmm5
	vpsrlq $8, %zmm3, %zmm2
	vpternlogq $254, %zmm5, %zmm8, %zmm2
	vporq %zmm6, %zmm7, %zmm3
	vporq %zmm9, %zmm10, %zmm4
	vpternlogq $236, %zmm3, %zmm2, %zmm4
	vmovdqu64 %zmm4, (%r10,%r8)
	addq $64, %r8
	decq %rsi
	jne .LBB86_13
	jmp .LBB86_3
.LBB86_14:
	prefetcht0 6144(%r11,%r8)
	prefetcht0 6144(%r10,%r8)
	jmp .LBB86_15
.LBB86_16:
	popq %rax
	vzeroupper
	retq
.LCPI86_0:
	.long	1061109567
.LCPI86_1:
	.long	2139062143
