/* The yardstick: whole random games of Sushi Go!, as fast as plain C plays them.
 *
 * Every player takes one of their legal moves, each as likely. A hand is one 64-bit word, twelve fields of five bits, four for
 * how many there are of a kind and one to catch a carry; a table is one too, with the open wasabi in the bits above.
 *
 *     cc -O3 -march=native -DPLAYERS=2 sushi_go.c -o sushi_go && ./sushi_go 2000000 1
 *
 * prints the seconds it took, and the sum of all scores, which proves that the games were played.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifndef PLAYERS
#define PLAYERS 2
#endif

enum { T, S, D, M1, M2, M3, N1, N2, N3, P, W, C, KINDS };
enum { CARDS = 108, ROUNDS = 3, SIZE = 12 - PLAYERS };

typedef uint64_t word;

#define ONES 0x0084210842108421ull
#define GUARDS (ONES << 4)
#define OPEN_WASABI (1ull << 60)
#define ONE(kind) (1ull << (5 * (kind)))
#define CHOPSTICKS (ONE(C) * 15)
#define NIGIRI_GUARDS (GUARDS & (ONE(N3 + 1) - ONE(N1)))
#define COUNT(word, kind) ((int)((word) >> (5 * (kind)) & 15))

static const int DECK[KINDS] = {14, 14, 14, 6, 12, 8, 5, 10, 5, 10, 6, 4};
static const int NIGIRI[KINDS] = {[N1] = 1, [N2] = 2, [N3] = 3};
#define O(k) [k] = ONE(k)
static const word ADDED[KINDS] = {O(T), O(S), O(D), O(M1), O(M2), O(M3), O(N1), O(N2), O(N3), O(P), [W] = ONE(W) + OPEN_WASABI, O(C)};
static const int TEMPURA[16] = {0, 0, 5, 5, 10, 10, 15, 15, 20, 20, 25, 25, 30, 30, 35, 35};
static const int SASHIMI[16] = {0, 0, 0, 10, 10, 10, 20, 20, 20, 30, 30, 30, 40, 40, 40, 50};
static const int DUMPLING[16] = {0, 1, 3, 6, 10, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15};

static uint8_t deck[CARDS];
static uint8_t low[66], high[66];
static word seed;

/* splitmix64 */
static inline word random_word(void) {
    word z = seed += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

static inline unsigned below(word bits32, unsigned n) { return (unsigned)(bits32 * n >> 32); }

static inline word held(word cards, int least) { return (cards + ONES * (word)(16 - least)) & GUARDS; }

/* The k-th of the kinds that are marked. */
static inline int kth(word marked, int k) {
    word before = (marked >> 4) * ONES;
    return __builtin_popcountll((GUARDS + ONES * (word)k - before) & GUARDS);
}

static inline void put_down(word *table, int *score, int kind) {
    int worth = NIGIRI[kind];
    word dips = (word)((worth != 0) & (*table >= OPEN_WASABI));
    *score += worth + 2 * worth * (int)dips;
    *table += ADDED[kind] - (dips << 60);
}

/* Two cards at once, for whoever has chopsticks on the table; or one all the same. */
static void choose_with_chopsticks(word *hand, word *table, int *score, word bits32) {
    word some = held(*hand, 1), twice = held(*hand, 2), nigiri = some & NIGIRI_GUARDS, open = *table >> 60;
    int kinds = __builtin_popcountll(some), doubles = __builtin_popcountll(twice), raw = __builtin_popcountll(nigiri);
    int pairs = kinds * (kinds - 1) / 2;
    /* Where the order makes a difference, the pairs count the other way round too. */
    int swapped = open == 0 ? (COUNT(*hand, W) ? raw : 0) : open == 1 ? raw * (raw - 1) / 2 : 0;
    int k = (int)below(bits32, kinds + pairs + doubles + swapped) - kinds, first, second;
    int two = k >= 0, pair = two & (k < pairs);
    if (k < pairs + doubles) {
        word from = k < pairs ? some : twice;
        int at = pair ? k : 0, alone = two ? k - pairs : k + kinds;
        first = kth(from, pair ? low[at] : alone);
        second = kth(from, pair ? high[at] : alone);
    } else if (k -= pairs + doubles, open == 0) {
        first = W, second = kth(nigiri, k);
    } else {
        first = kth(nigiri, high[k]), second = kth(nigiri, low[k]);
    }
    *hand -= ONE(first);
    put_down(table, score, first);
    if (two) {
        *hand += ONE(C) - ONE(second);
        *table -= ONE(C);
        put_down(table, score, second);
    }
}

static inline void choose(word *hand, word *table, int *score, int left, word bits32) {
    if (left > 1 && *table & CHOPSTICKS) {
        choose_with_chopsticks(hand, table, score, bits32);
        return;
    }
    word some = held(*hand, 1);
    int kind = kth(some, (int)below(bits32, __builtin_popcountll(some)));
    *hand -= ONE(kind);
    put_down(table, score, kind);
}

static inline void share_maki(const word tables[PLAYERS], int score[PLAYERS]) {
    int icons[PLAYERS], most = 0, second = 0, firsts = 0, seconds = 0;
    for (int p = 0; p < PLAYERS; p++) {
        icons[p] = COUNT(tables[p], M1) + 2 * COUNT(tables[p], M2) + 3 * COUNT(tables[p], M3);
        if (icons[p] > most) most = icons[p];
    }
    for (int p = 0; p < PLAYERS; p++) {
        firsts += icons[p] == most;
        if (icons[p] < most && icons[p] > second) second = icons[p];
    }
    for (int p = 0; p < PLAYERS; p++) seconds += icons[p] == second;
    for (int p = 0; p < PLAYERS; p++) {
        if (most && icons[p] == most) score[p] += 6 / firsts;
        if (firsts == 1 && second && icons[p] == second) score[p] += 3 / seconds;
    }
}

static inline void share_puddings(const word tables[PLAYERS], int score[PLAYERS]) {
    int most = 0, fewest = 15, leaders = 0, trailers = 0;
    for (int p = 0; p < PLAYERS; p++) {
        int count = COUNT(tables[p], P);
        if (count > most) most = count;
        if (count < fewest) fewest = count;
    }
    if (most == fewest) return;
    for (int p = 0; p < PLAYERS; p++) {
        leaders += COUNT(tables[p], P) == most;
        trailers += COUNT(tables[p], P) == fewest;
    }
    for (int p = 0; p < PLAYERS; p++) {
        if (COUNT(tables[p], P) == most) score[p] += 6 / leaders;
        if (PLAYERS > 2 && COUNT(tables[p], P) == fewest) score[p] -= 6 / trailers;
    }
}

static void play(int score[PLAYERS]) {
    word hands[PLAYERS], tables[PLAYERS];
    for (int p = 0; p < PLAYERS; p++) score[p] = 0, tables[p] = 0;
    int dealt = 0;
    word bits = 0;
    for (int round = 0; round < ROUNDS; round++) {
        for (int p = 0; p < PLAYERS; p++) {
            hands[p] = 0;
            for (int i = 0; i < SIZE; i++, dealt++) {
                bits = dealt & 1 ? bits >> 32 : random_word();
                int other = dealt + (int)below(bits & 0xffffffff, CARDS - dealt);
                uint8_t card = deck[other];
                deck[other] = deck[dealt];
                deck[dealt] = card;
                hands[p] += 1ull << card;
            }
        }
        for (int left = SIZE; left; left--) {
            for (int p = 0; p < PLAYERS; p++) {
                bits = p & 1 ? bits >> 32 : random_word();
                choose(&hands[p], &tables[p], &score[p], left, bits & 0xffffffff);
            }
            word last = hands[PLAYERS - 1];
            for (int p = PLAYERS - 1; p; p--) hands[p] = hands[p - 1];
            hands[0] = last;
        }
        share_maki(tables, score);
        for (int p = 0; p < PLAYERS; p++) {
            score[p] += TEMPURA[COUNT(tables[p], T)] + SASHIMI[COUNT(tables[p], S)] + DUMPLING[COUNT(tables[p], D)];
            tables[p] &= ONE(P) * 15;
        }
    }
    share_puddings(tables, score);
}

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 1000000;
    seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    int card = 0, pair = 0;
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < DECK[kind]; i++) deck[card++] = (uint8_t)(5 * kind);
    for (int b = 1; b < KINDS; b++)
        for (int a = 0; a < b; a++, pair++) low[pair] = (uint8_t)a, high[pair] = (uint8_t)b;
    struct timespec began, ended;
    int64_t points = 0;
    clock_gettime(CLOCK_MONOTONIC, &began);
    for (long game = 0; game < games; game++) {
        int score[PLAYERS];
        play(score);
        for (int p = 0; p < PLAYERS; p++) points += score[p];
    }
    clock_gettime(CLOCK_MONOTONIC, &ended);
    double seconds = (double)(ended.tv_sec - began.tv_sec) + 1e-9 * (double)(ended.tv_nsec - began.tv_nsec);
    printf("%.6f %" PRId64 "\n", seconds, points);
    return 0;
}
