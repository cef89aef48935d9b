/* The yardstick: whole random games of Sushi Roll, as fast as plain C plays them.
 *
 * Whoever acts does one of the things they may do, each as likely: take a die, swap one with chopsticks, roll any of them again
 * with a menu. A belt is one 64-bit word with four bits a die, a tray one with four bits for how many there are of a face.
 *
 *     cc -O3 -march=native -DPLAYERS=2 sushi_roll.c -o sushi_roll && ./sushi_roll 500000 1
 *
 * prints the seconds it took, and the sum of all scores, which proves that the games were played.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef PLAYERS
#define PLAYERS 2
#endif

enum { T, S, D, M1, M2, M3, N1, N2, N3, W, P1, P2, P3, U2, C1, C2, FACES };
enum { ROUNDS = 3, DICE = 30, EACH = 10 - PLAYERS, SIDES = 6 };
enum { MENU_TOKENS = 18, CHOPSTICKS_TOKENS = 12, PUDDING_TOKENS = 32 };

typedef uint64_t word;

#define COUNT(tray, face) ((int)((tray) >> 4 * (face) & 15))

static const uint8_t KINDS[5][SIDES] = {
    {N1, N1, N2, N2, N2, N3}, {M1, M1, M2, M2, M3, M3}, {D, D, D, T, T, S}, {W, W, U2, U2, C1, C2}, {P1, P1, P2, P2, P3, P3},
};
static const int IN_THE_BAG[5] = {5, 6, 10, 5, 4};
static const int NIGIRI[FACES] = {[N1] = 1, [N2] = 2, [N3] = 3};
static const int MENUS[FACES] = {[U2] = 2}, CHOPSTICKS[FACES] = {[C1] = 1, [C2] = 2};
static const int PUDDINGS[FACES] = {[P1] = 1, [P2] = 2, [P3] = 3};
static const int TEMPURA[9] = {0, 1, 5, 10, 11, 15, 20, 21, 25};
static const int SASHIMI[9] = {0, 0, 6, 13, 13, 19, 26, 26, 32};
static const int DUMPLING[9] = {0, 2, 4, 8, 10, 12, 16, 18, 20};

static uint8_t rolled[FACES * SIDES], bag[DICE];
static word seed;

struct game {
    word belts[PLAYERS], trays[PLAYERS];
    int sizes[PLAYERS], waiting[PLAYERS], nigiri[PLAYERS];
    int menus[PLAYERS], chopsticks[PLAYERS], puddings[PLAYERS], score[PLAYERS];
};

/* splitmix64 */
static inline word random_word(void) {
    word z = seed += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

static inline int below(word bits, int n) { return (int)((bits & 0xffffffff) * (word)n >> 32); }

static inline int face_at(word belt, int die) { return (int)(belt >> 4 * die & 15); }

static inline word with_face(word belt, int die, int face) {
    return (belt & ~(15ull << 4 * die)) | (word)face << 4 * die;
}

/* The dice of a mask, rolled again: 32 random bits are good for four of them. */
static inline word roll(word belt, int dice, int mask) {
    word all = random_word(), bits = all & 0xffffffff;
    for (int die = 0; die < dice; die++) {
        if (die == 4) bits = all >> 32;
        if (!(mask >> die & 1)) continue;
        bits *= SIDES;
        belt = with_face(belt, die, rolled[face_at(belt, die) * SIDES + (int)(bits >> 32)]);
        bits &= 0xffffffff;
    }
    return belt;
}

static inline word roll_all(word belt, int dice) {
    word all = random_word(), bits = all & 0xffffffff, fresh = 0;
    for (int die = 0; die < dice; die++) {
        if (die == 4) bits = all >> 32;
        bits *= SIDES;
        fresh |= (word)rolled[face_at(belt, die) * SIDES + (int)(bits >> 32)] << 4 * die;
        bits &= 0xffffffff;
    }
    return fresh;
}

static inline void gain(int tokens[PLAYERS], int total, int icons, int seat) {
    for (int p = 0; p < PLAYERS; p++) total -= tokens[p];
    tokens[seat] += icons < total ? icons : total;
}

static inline void take(struct game *g, int seat, int die) {
    word belt = g->belts[seat], under = (1ull << 4 * die) - 1;
    int face = face_at(belt, die), worth = NIGIRI[face], dips = (worth != 0) & (g->waiting[seat] > 0);
    g->belts[seat] = (belt & under) | (belt >> 4 & ~under);
    g->sizes[seat]--;
    g->trays[seat] += 1ull << 4 * face;
    g->nigiri[seat] += worth + 2 * worth * dips;
    g->waiting[seat] += (face == W) - dips;
    if (face >= P1) {
        gain(g->menus, MENU_TOKENS, MENUS[face], seat);
        gain(g->chopsticks, CHOPSTICKS_TOKENS, CHOPSTICKS[face], seat);
        gain(g->puddings, PUDDING_TOKENS, PUDDINGS[face], seat);
    }
}

static inline void act(struct game *g, int seat) {
    for (;;) {
        int own = g->sizes[seat], theirs = -own;
        for (int p = 0; p < PLAYERS; p++) theirs += g->sizes[p];
        int swaps = g->chopsticks[seat] ? own * theirs : 0, rolls = g->menus[seat] ? (1 << own) - 1 : 0;
        int k = below(random_word(), own + swaps + rolls);
        if (k < own) {
            take(g, seat, k);
            return;
        }
        if ((k -= own) < swaps) {
            int mine = k / theirs, die = k % theirs, other = (seat + 1) % PLAYERS;
            while (die >= g->sizes[other]) die -= g->sizes[other], other = (other + 1) % PLAYERS;
            int given = face_at(g->belts[seat], mine), got = face_at(g->belts[other], die);
            g->belts[seat] = with_face(g->belts[seat], mine, got);
            g->belts[other] = with_face(g->belts[other], die, given);
            g->chopsticks[seat]--;
        } else {
            g->menus[seat]--;
            g->belts[seat] = roll(g->belts[seat], own, k - swaps + 1);
        }
    }
}

static inline void end_round(struct game *g) {
    int icons[PLAYERS], most = 0, second = 0;
    for (int p = 0; p < PLAYERS; p++) {
        icons[p] = COUNT(g->trays[p], M1) + 2 * COUNT(g->trays[p], M2) + 3 * COUNT(g->trays[p], M3);
        if (icons[p] > most) {
            second = most;
            most = icons[p];
        } else if (icons[p] > second && icons[p] < most) {
            second = icons[p];
        }
    }
    for (int p = 0; p < PLAYERS; p++) {
        word tray = g->trays[p];
        g->score[p] += TEMPURA[COUNT(tray, T)] + SASHIMI[COUNT(tray, S)] + DUMPLING[COUNT(tray, D)] + g->nigiri[p];
        if (icons[p]) g->score[p] += icons[p] == most ? 6 : icons[p] == second ? 3 : 0;
        g->trays[p] = 0;
        g->waiting[p] = g->nigiri[p] = 0;
    }
}

static int64_t play(void) {
    struct game g;
    memset(&g, 0, sizeof g);
    for (int p = 0; p < PLAYERS; p++) g.menus[p] = 3, g.chopsticks[p] = 2;
    int red = below(random_word(), PLAYERS);
    for (int round = 0; round < ROUNDS; round++) {
        word bits = 0;
        int drawn = 0;
        for (int p = 0; p < PLAYERS; p++) {
            word belt = 0;
            for (int die = 0; die < EACH; die++, drawn++) {
                bits = drawn & 1 ? bits >> 32 : random_word();
                int place = drawn + below(bits, DICE - drawn);
                uint8_t kind = bag[place];
                bag[place] = bag[drawn];
                bag[drawn] = kind;
                belt |= (word)kind << 4 * die;
            }
            g.belts[p] = belt;
        }
        for (int left = EACH; left; left--) {
            for (int p = 0; p < PLAYERS; p++) {
                g.belts[p] = roll_all(g.belts[p], left);
                g.sizes[p] = left;
            }
            for (int turn = 0; turn < PLAYERS; turn++) act(&g, (red + turn) % PLAYERS);
            if (left == 1) break;
            word last = g.belts[PLAYERS - 1];
            for (int p = PLAYERS - 1; p; p--) g.belts[p] = g.belts[p - 1];
            g.belts[0] = last;
            red = (red + 1) % PLAYERS;
        }
        end_round(&g);
        if (PLAYERS == 3) red = (red + 1) % PLAYERS;
    }
    int most = 0, fewest = PUDDING_TOKENS;
    for (int p = 0; p < PLAYERS; p++) {
        if (g.puddings[p] > most) most = g.puddings[p];
        if (g.puddings[p] < fewest) fewest = g.puddings[p];
    }
    int64_t points = 0;
    for (int p = 0; p < PLAYERS; p++) {
        points += g.score[p] + (g.menus[p] + g.chopsticks[p]) / 2 + (g.puddings[p] == most ? 6 : 0);
        if (PLAYERS > 2 && g.puddings[p] == fewest) points -= 6;
    }
    return points;
}

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 500000;
    seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    int die = 0;
    for (int kind = 0; kind < 5; kind++) {
        for (int i = 0; i < IN_THE_BAG[kind]; i++) bag[die++] = KINDS[kind][0];
        for (int side = 0; side < SIDES; side++)
            for (int next = 0; next < SIDES; next++) rolled[KINDS[kind][side] * SIDES + next] = KINDS[kind][next];
    }
    struct timespec began, ended;
    int64_t points = 0;
    clock_gettime(CLOCK_MONOTONIC, &began);
    for (long game = 0; game < games; game++) points += play();
    clock_gettime(CLOCK_MONOTONIC, &ended);
    double seconds = (double)(ended.tv_sec - began.tv_sec) + 1e-9 * (double)(ended.tv_nsec - began.tv_nsec);
    printf("%.6f %" PRId64 "\n", seconds, points);
    return 0;
}
