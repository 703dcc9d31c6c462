#include "textflag.h"

// func playVector(x, from, place *Contents, places *[64]Contents, turned, side uint64)
TEXT ·playVector(SB), NOSPLIT, $0-48
	MOVQ  x+0(FP), DI
	MOVQ  from+8(FP), SI
	MOVQ  place+16(FP), BX
	MOVQ  places+24(FP), DX
	MOVQ  turned+32(FP), CX
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	TESTQ CX, CX
	JZ    turned

	// A place has 96 bytes.
next:
	TZCNTQ CX, AX
	LEAQ   (AX)(AX*2), AX
	SHLQ   $5, AX
	VPADDQ (DX)(AX*1), Y0, Y0
	VPADDQ 32(DX)(AX*1), Y1, Y1
	VPADDQ 64(DX)(AX*1), Y2, Y2
	BLSRQ  CX, CX
	JNZ    next

turned:
	VPADDQ  Y0, Y0, Y0
	VPADDQ  Y1, Y1, Y1
	VPADDQ  Y2, Y2, Y2
	VPADDQ  (BX), Y0, Y0
	VPADDQ  32(BX), Y1, Y1
	VPADDQ  64(BX), Y2, Y2
	VMOVDQU (SI), Y3
	VMOVDQU 32(SI), Y4
	VMOVDQU 64(SI), Y5
	CMPQ    side+40(FP), $0
	JNE     white
	VPADDQ  Y0, Y3, Y3
	VPADDQ  Y1, Y4, Y4
	VPADDQ  Y2, Y5, Y5
	JMP     done

white:
	VPSUBQ Y0, Y3, Y3
	VPSUBQ Y1, Y4, Y4
	VPSUBQ Y2, Y5, Y5

done:
	VMOVDQU Y3, (DI)
	VMOVDQU Y4, 32(DI)
	VMOVDQU Y5, 64(DI)
	VZEROUPPER
	RET
