/* Computes the attacks of knights on a few boards.
 *
 *     cargo xtask capi --prefix DIR
 *     cc bindings/c/examples/knights.c -IDIR/include -LDIR/lib -lsetwise -Wl,-rpath,DIR/lib && ./a.out
 */
#include <inttypes.h>
#include <stdio.h>

#include "setwise.h"

int main(void)
{
    /* Three boards, one word each: knights on b1 and g1, a knight on d4, and no knight. */
    const uint64_t knights[] = {0x42, 1u << 27, 0};
    uint64_t squares[3];
    uint8_t counts[3];
    uint64_t total;

    if (setwise_abi_version() != SETWISE_ABI_VERSION || setwise_version_number() < SETWISE_VERSION_NUMBER) {
        fprintf(stderr, "setwise %s does not support the header that this program was compiled with\n", setwise_version());
        return 1;
    }
    int error = setwise_knight_attacks(knights, squares, 3);
    /* The same pattern in other forms, by its constant. */
    const void *const inputs[] = {knights};
    uint8_t *const outputs[] = {counts};
    if (error == SETWISE_OK)
        error = setwise_counts(NULL, SETWISE_KNIGHT_ATTACKS, inputs, outputs, 3);
    if (error == SETWISE_OK)
        error = setwise_total(NULL, SETWISE_KNIGHT_ATTACKS, inputs, &total, 3);
    if (error != SETWISE_OK) {
        fprintf(stderr, "setwise: %s\n", setwise_error_message(error));
        return 1;
    }
    printf("setwise %s with %s\n", setwise_version(), setwise_backend_name(NULL));
    for (size_t n = 0; n < 3; n++)
        printf("0x%016" PRIx64 " attack 0x%016" PRIx64 ", %u squares\n", knights[n], squares[n], (unsigned)counts[n]);
    printf("%" PRIu64 " squares on all boards\n", total);
    return 0;
}
