/* Between the host's stack and the guest's; see switch.h. */

#if defined(__APPLE__)
#define NAME(x) _##x
#define FUNCTION(x) .globl _##x; .private_extern _##x; .p2align 4; _##x:
#define END(x)
#else
#define NAME(x) x
#define FUNCTION(x) .globl x; .hidden x; .type x, %function; .p2align 4; x:
#define END(x) .size x, . - x
#endif

.text

#if defined(__x86_64__)

/* What a saved host stack pointer points to: mxcsr, x87 control word, the six
 * registers that a function preserves, return address. 16-byte aligned. */
#define SAVED_MXCSR 0
#define SAVED_X87 4

.macro load_guest_floating_point
  ldmxcsr guest_mxcsr(%rip)
  fldcw guest_x87(%rip)
.endm

FUNCTION(modebox_switch_enter)
  .cfi_startproc
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  .cfi_def_cfa_offset 56
  subq $8, %rsp
  .cfi_def_cfa_offset 64
  stmxcsr SAVED_MXCSR(%rsp)
  fnstcw SAVED_X87(%rsp)
  movq %rsp, (%rdi)
  movq %rdi, %rbx
  load_guest_floating_point
  cld
  movq 0(%rsi), %rax
  movq 8(%rsi), %rdi
  movq 16(%rsi), %rsp
  .cfi_undefined rip /* unwinding ends here: the caller is on another stack */
  xorl %ebp, %ebp
  call *%rax
  movq (%rbx), %rsp
  xorl %eax, %eax
  jmp restore_host
  .cfi_endproc
END(modebox_switch_enter)

FUNCTION(modebox_switch_leave)
  .cfi_startproc
  .cfi_undefined rip
  movq (%rdi), %rsp
  movl %esi, %eax
  cld
  fninit /* the guest may have been interrupted with values on the x87 stack */
restore_host:
  ldmxcsr SAVED_MXCSR(%rsp)
  fldcw SAVED_X87(%rsp)
  addq $8, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .cfi_endproc
END(modebox_switch_leave)

FUNCTION(modebox_switch_call_host)
  .cfi_startproc
  .cfi_undefined rip
  pushq %rbp
  movq %rsp, %rbp
  pushq %rbx
  pushq %r12
  movq %rdi, %rbx
  movq (%rdi), %rsp
  ldmxcsr SAVED_MXCSR(%rsp)
  fldcw SAVED_X87(%rsp)
  movq %rsi, %rax
  movq %rdx, %rdi
  call *%rax
  testl %eax, %eax
  jnz 1f
  load_guest_floating_point
  leaq -16(%rbp), %rsp
  popq %r12
  popq %rbx
  popq %rbp
  ret
1:
  movq %rbx, %rdi
  movl %eax, %esi
  jmp modebox_switch_leave
  .cfi_endproc
END(modebox_switch_call_host)

#if defined(__ELF__)
.section modebox_guest, "ax", %progbits
#endif
FUNCTION(modebox_switch_call_guest)
  .cfi_startproc
  pushq %r15
  .cfi_def_cfa_offset 16
  .cfi_offset r15, -16
  movq %rsi, %r15
  movq %rdi, %rax
#if MODEBOX_GUEST_BASE == 2
  movq %rsi, %rdi
  movq %rdx, %rsi
  movq %rcx, %rdx
#else
  movq %rdx, %rdi
  movq %rcx, %rsi
#endif
  call *%rax
  popq %r15
  .cfi_def_cfa_offset 8
  ret
  .cfi_endproc
END(modebox_switch_call_guest)

.section .rodata
.p2align 2
guest_mxcsr:
  .long 0x1f80 /* round to nearest, no flush to zero, all exceptions masked */
guest_x87:
  .word 0x037f

#elif defined(__aarch64__)

/* What a saved host stack pointer points to: x19-x30, d8-d15, fpcr. */
#define FRAME_SIZE 176
#define SAVED_FPCR 160

FUNCTION(modebox_switch_enter)
  .cfi_startproc
  sub sp, sp, #FRAME_SIZE
  .cfi_def_cfa_offset FRAME_SIZE
  stp x19, x20, [sp, #0]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mrs x9, fpcr
  str x9, [sp, #SAVED_FPCR]
  mov x9, sp
  str x9, [x0]
  mov x19, x0
  msr fpcr, xzr
  ldr x9, [x1, #0]
  ldr x0, [x1, #8]
  ldr x10, [x1, #16]
  mov sp, x10
  .cfi_undefined x30 /* unwinding ends here: the caller is on another stack */
  mov x29, xzr
  blr x9
  ldr x9, [x19]
  mov sp, x9
  mov w0, wzr
  b restore_host
  .cfi_endproc
END(modebox_switch_enter)

FUNCTION(modebox_switch_leave)
  .cfi_startproc
  .cfi_undefined x30
  ldr x9, [x0]
  mov sp, x9
  mov w0, w1
restore_host:
  ldr x9, [sp, #SAVED_FPCR]
  msr fpcr, x9
  ldp x19, x20, [sp, #0]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #FRAME_SIZE
  ret
  .cfi_endproc
END(modebox_switch_leave)

FUNCTION(modebox_switch_call_host)
  .cfi_startproc
  .cfi_undefined x30
  stp x29, x30, [sp, #-32]!
  stp x19, x20, [sp, #16]
  mov x29, sp
  mov x19, x0
  ldr x9, [x0]
  mov sp, x9
  ldr x9, [sp, #SAVED_FPCR]
  msr fpcr, x9
  mov x0, x2
  blr x1
  cbnz w0, 1f
  msr fpcr, xzr
  mov sp, x29
  ldp x19, x20, [sp, #16]
  ldp x29, x30, [sp], #32
  ret
1:
  mov w1, w0
  mov x0, x19
  b NAME(modebox_switch_leave)
  .cfi_endproc
END(modebox_switch_call_host)

#if defined(__ELF__)
.section modebox_guest, "ax", %progbits
#endif
FUNCTION(modebox_switch_call_guest)
  .cfi_startproc
  stp x30, x28, [sp, #-16]!
  .cfi_def_cfa_offset 16
  .cfi_offset x30, -16
  .cfi_offset x28, -8
  mov x28, x1
  mov x9, x0
#if MODEBOX_GUEST_BASE == 2
  mov x0, x1
  mov x1, x2
  mov x2, x3
#else
  mov x0, x2
  mov x1, x3
#endif
  blr x9
  ldp x30, x28, [sp], #16
  .cfi_def_cfa_offset 0
  ret
  .cfi_endproc
END(modebox_switch_call_guest)

#else
#error "the sandbox runs on x86-64 and on 64-bit Arm"
#endif

#if defined(__linux__) && defined(__ELF__)
.section .note.GNU-stack, "", %progbits
#endif
