// The encoder of multilingual-e5-small: 12 layers of 384 numbers, 12 heads of 32, 1,536 inner numbers. Weights have 4 bits,
// activations 8 bits while they are multiplied, all else is float32.
//
// The memory is shared by the threads of the model: the weights are in it once, and each thread has a Workspace and a stack of its
// own. So there is nothing static here. JavaScript writes the Model, which says where each tensor is (load-weights.ts).
//
// The vectors are the same on x64 and arm64: the 8-bit products have a second factor of 0 to 15, for which relaxed SIMD leaves
// nothing open, and both multiply and add floats in one rounding (x64 since FMA3).

#include <wasm_simd128.h>

#define EXPORT(name) __attribute__((export_name(name)))
#define ALWAYS_INLINE static inline __attribute__((always_inline))

typedef unsigned char u8;
typedef signed char i8;
typedef unsigned short u16;
typedef int i32;
typedef float f32;
typedef v128_t V;
typedef f32 Floats __attribute__((vector_size(16)));
typedef i8 Bytes __attribute__((vector_size(16)));

enum {
  WIDTH = 384,
  HEADS = 12,
  HEAD = WIDTH / HEADS,
  QKV = 3 * WIDTH, // queries, keys and values of a token, side by side
  INNER = 1536,
  LAYERS = 12,
  TOKENS = 512,          // the longest text
  KEYS = TOKENS + 8,     // keys of a head: whole groups of 8
  TILE = 64,             // tokens whose activations are multiplied together, so that they stay near the core
  BLOCK = 32,            // inputs that share a scale
};

// outputs x inputs. `weights`: for each 4 outputs and 8 inputs 16 bytes; byte 4 * output + j has input j in its low half and
// input 4 + j in its high half, each 8 more than its value. `scales`: for each 4 outputs and 32 inputs 4 numbers.
typedef struct {
  const u8 *weights;
  const f32 *scales;
  const f32 *bias;
} Linear;

typedef struct {
  const f32 *weight;
  const f32 *bias;
} Norm;

typedef struct {
  Linear qkv, attention;
  Norm norm1;
  Linear up, down;
  Norm norm2;
} Layer;

// The table of tokens has 3 bits for a number: 2 low ones, four numbers in a byte, and a high one, eight numbers in a byte. They
// choose a level, which is multiplied by the token's scale (float16) and the dimension's deviation, and added to its mean.
typedef struct {
  const u8 *token_low;
  const u8 *token_high;
  const u16 *token_scale;
  const f32 *mean;
  const f32 *deviation;
  const f32 *levels;
  const f32 *positions;
  Norm norm;
  Layer layers[LAYERS];
} Model;

// What a text under way needs. Activations of 8 bits lie in groups of 4 tokens: for each 4 inputs the 4 bytes of each token.
// Their scales and corrections: for each 32 inputs one of each token.
typedef struct {
  f32 tokens[TOKENS * WIDTH];
  f32 qkv[TOKENS * QKV];
  f32 keys[HEAD * KEYS]; // of a head, a row for each dimension
  f32 shares[4 * KEYS];  // of four tokens: how much of each other token they take
  f32 inner[TILE * INNER];
  f32 added[TILE * WIDTH];
  i8 quantised[TILE * INNER];
  f32 scales[TILE * INNER / BLOCK];
  i32 corrections[TILE * INNER / BLOCK];
  f32 average[WIDTH];
  i32 ids[TOKENS];
} Workspace;

EXPORT("modelBytes") int model_bytes(void) { return sizeof(Model); }
EXPORT("workspaceBytes") int workspace_bytes(void) { return sizeof(Workspace); }
EXPORT("idsOf") i32 *ids_of(Workspace *work) { return work->ids; }

ALWAYS_INLINE V load(const void *at) { return wasm_v128_load(at); }
ALWAYS_INLINE V splat(f32 value) { return wasm_f32x4_splat(value); }
// clang 16 has relaxed SIMD as builtins only.
ALWAYS_INLINE V multiply_add(V a, V b, V sum) {
  return (V)__builtin_wasm_relaxed_madd_f32x4((Floats)a, (Floats)b, (Floats)sum);
}

// 16 products of 8 bits, added in pairs. small: 0 to 127 each.
ALWAYS_INLINE V dot(V any, V small) {
  return (V)__builtin_wasm_relaxed_dot_i8x16_i7x16_s_i16x8((Bytes)any, (Bytes)small);
}

ALWAYS_INLINE f32 greatest(V v) {
  v = wasm_f32x4_max(v, wasm_i32x4_shuffle(v, v, 2, 3, 0, 1));
  v = wasm_f32x4_max(v, wasm_i32x4_shuffle(v, v, 1, 0, 3, 2));
  return wasm_f32x4_extract_lane(v, 0);
}

ALWAYS_INLINE f32 sum_of(V v) {
  v = wasm_f32x4_add(v, wasm_i32x4_shuffle(v, v, 2, 3, 0, 1));
  v = wasm_f32x4_add(v, wasm_i32x4_shuffle(v, v, 1, 0, 3, 2));
  return wasm_f32x4_extract_lane(v, 0);
}

// e^x for x <= 88: 2^n times a polynomial for the rest, with the constants of Cephes' expf.
ALWAYS_INLINE V exponential(V x) {
  x = wasm_f32x4_max(x, splat(-87.f));
  V n = wasm_f32x4_nearest(wasm_f32x4_mul(x, splat(1.44269504f)));
  V rest = multiply_add(n, splat(2.12194440e-4f), multiply_add(n, splat(-0.693359375f), x));
  V value = splat(1.9875691500e-4f);
  value = multiply_add(value, rest, splat(1.3981999507e-3f));
  value = multiply_add(value, rest, splat(8.3334519073e-3f));
  value = multiply_add(value, rest, splat(4.1665795894e-2f));
  value = multiply_add(value, rest, splat(1.6666665459e-1f));
  value = multiply_add(value, rest, splat(5.0000001201e-1f));
  value = multiply_add(value, wasm_f32x4_mul(rest, rest), wasm_f32x4_add(rest, splat(1.f)));
  V exponent = wasm_i32x4_add(wasm_i32x4_trunc_sat_f32x4(n), wasm_i32x4_splat(127));
  return wasm_f32x4_mul(value, wasm_i32x4_shl(exponent, 23));
}

// x / 2 * (1 + erf(x / sqrt 2)), with Abramowitz and Stegun 7.1.26, whose error is below 1.5e-7.
static void gelu(f32 *values, int count) {
  for (int i = 0; i < count; i += 4) {
    V x = load(values + i);
    V z = wasm_f32x4_mul(x, splat(0.70710678f));
    V size = wasm_f32x4_abs(z);
    V t = wasm_f32x4_div(splat(1.f), multiply_add(size, splat(0.3275911f), splat(1.f)));
    V p = splat(1.061405429f);
    p = multiply_add(p, t, splat(-1.453152027f));
    p = multiply_add(p, t, splat(1.421413741f));
    p = multiply_add(p, t, splat(-0.284496736f));
    p = wasm_f32x4_mul(multiply_add(p, t, splat(0.254829592f)), t);
    V erf = wasm_f32x4_sub(splat(1.f), wasm_f32x4_mul(p, exponential(wasm_f32x4_neg(wasm_f32x4_mul(size, size)))));
    erf = wasm_v128_or(erf, wasm_v128_and(z, wasm_i32x4_splat((i32)0x80000000)));
    wasm_v128_store(values + i, wasm_f32x4_mul(wasm_f32x4_mul(x, splat(.5f)), wasm_f32x4_add(erf, splat(1.f))));
  }
}

// tokens += added, then to mean 0 and deviation 1, then weight and bias.
static void add_and_norm(f32 *tokens, const f32 *added, const Norm *norm, int rows) {
  for (int row = 0; row < rows; row++, tokens += WIDTH, added += WIDTH) {
    V sum = splat(0);
    for (int d = 0; d < WIDTH; d += 4) {
      V v = wasm_f32x4_add(load(tokens + d), load(added + d));
      wasm_v128_store(tokens + d, v);
      sum = wasm_f32x4_add(sum, v);
    }
    V mean = splat(sum_of(sum) / WIDTH);
    V squares = splat(0);
    for (int d = 0; d < WIDTH; d += 4) {
      V v = wasm_f32x4_sub(load(tokens + d), mean);
      squares = multiply_add(v, v, squares);
    }
    V scale = splat(1.f / __builtin_sqrtf(sum_of(squares) / WIDTH + 1e-12f));
    for (int d = 0; d < WIDTH; d += 4) {
      V v = wasm_f32x4_mul(wasm_f32x4_sub(load(tokens + d), mean), scale);
      wasm_v128_store(tokens + d, multiply_add(v, load(norm->weight + d), load(norm->bias + d)));
    }
  }
}

// Rows of `stride` numbers, of which the first `inputs` count, to 8 bits with a scale for each 32. A correction is -8 times the sum
// of the 32, because the weights are 8 too great.
static void quantise(Workspace *work, const f32 *values, int stride, int rows, int inputs) {
  int blocks = inputs / BLOCK;
  for (int row = 0; row < rows; row++) {
    for (int block = 0; block < blocks; block++) {
      const f32 *from = values + row * stride + block * BLOCK;
      V v[8], most = splat(0);
      for (int i = 0; i < 8; i++) {
        v[i] = load(from + 4 * i);
        most = wasm_f32x4_max(most, wasm_f32x4_abs(v[i]));
      }
      f32 size = greatest(most);
      V scale = splat(size > 0 ? 127.f / size : 0.f);
      i8 *to = work->quantised + (row >> 2) * 4 * inputs + block * 4 * BLOCK + (row & 3) * 4;
      V sum = wasm_i32x4_splat(0);
      for (int i = 0; i < 8; i++) {
        V whole = wasm_i32x4_trunc_sat_f32x4(wasm_f32x4_nearest(wasm_f32x4_mul(v[i], scale)));
        sum = wasm_i32x4_add(sum, whole);
        V words = wasm_i16x8_narrow_i32x4(whole, whole);
        wasm_v128_store32_lane(to + 16 * i, wasm_i8x16_narrow_i16x8(words, words), 0);
      }
      int at = (row >> 2) * 4 * blocks + block * 4 + (row & 3);
      work->scales[at] = size / 127.f;
      work->corrections[at] = -8 * (wasm_i32x4_extract_lane(sum, 0) + wasm_i32x4_extract_lane(sum, 1) +
                                    wasm_i32x4_extract_lane(sum, 2) + wasm_i32x4_extract_lane(sum, 3));
    }
  }
}

// 4 outputs for 4 * groups tokens. A block of 32 products fits 16 bits (32 * 127 * 15 / 2 pairs = 30,480 a lane), and is widened
// once. groups is a constant where this is called, so the loops over it are unrolled and `sum` is in registers.
ALWAYS_INLINE void multiply_tokens(const Workspace *work, const Linear *linear, int output, int group, int groups, int inputs,
                                   f32 *to, int outputs) {
  const int blocks = inputs / BLOCK;
  const V low = wasm_i8x16_splat(15);
  const u8 *weights = linear->weights + output * inputs / 2;
  const f32 *scales = linear->scales + output * blocks;
  V result[8];
  const i8 *activations[2];
  const f32 *row_scales[2];
  const i32 *corrections[2];
  for (int g = 0; g < groups; g++) {
    activations[g] = work->quantised + (group + g) * 4 * inputs;
    row_scales[g] = work->scales + (group + g) * 4 * blocks;
    corrections[g] = work->corrections + (group + g) * 4 * blocks;
    for (int r = 0; r < 4; r++) result[4 * g + r] = load(linear->bias + output);
  }
  for (int block = 0; block < blocks; block++, weights += 64) {
    V sum[8];
#pragma clang loop unroll(full)
    for (int r = 0; r < 4 * groups; r++) sum[r] = wasm_i16x8_splat(0);
#pragma clang loop unroll(full)
    for (int eight = 0; eight < 4; eight++) {
      V both = load(weights + 16 * eight);
      V first = wasm_v128_and(both, low), second = wasm_u8x16_shr(both, 4);
#pragma clang loop unroll(full)
      for (int r = 0; r < 4 * groups; r++) {
        const i8 *at = activations[r >> 2] + 128 * block + 32 * eight + 4 * (r & 3);
        sum[r] = wasm_i16x8_add(dot(wasm_v128_load32_splat(at), first), sum[r]);
      }
#pragma clang loop unroll(full)
      for (int r = 0; r < 4 * groups; r++) {
        const i8 *at = activations[r >> 2] + 128 * block + 32 * eight + 16 + 4 * (r & 3);
        sum[r] = wasm_i16x8_add(dot(wasm_v128_load32_splat(at), second), sum[r]);
      }
    }
    V scale = load(scales + 4 * block);
#pragma clang loop unroll(full)
    for (int r = 0; r < 4 * groups; r++) {
      int at = 4 * block + (r & 3);
      V whole = wasm_i32x4_add(wasm_i32x4_extadd_pairwise_i16x8(sum[r]), wasm_v128_load32_splat(corrections[r >> 2] + at));
      V factor = wasm_f32x4_mul(scale, wasm_v128_load32_splat(row_scales[r >> 2] + at));
      result[r] = multiply_add(wasm_f32x4_convert_i32x4(whole), factor, result[r]);
    }
  }
#pragma clang loop unroll(full)
  for (int r = 0; r < 4 * groups; r++) wasm_v128_store(to + (4 * group + r) * outputs + output, result[r]);
}

// The quantised rows of a tile (a multiple of 4) times a matrix: `to` gets `outputs` numbers for each.
static void multiply(const Workspace *work, const Linear *linear, int rows, int inputs, int outputs, f32 *to) {
  for (int output = 0; output < outputs; output += 4) {
    int group = 0;
    for (; 4 * group + 8 <= rows; group += 2) multiply_tokens(work, linear, output, group, 2, inputs, to, outputs);
    if (4 * group < rows) multiply_tokens(work, linear, output, group, 1, inputs, to, outputs);
  }
}

// Replaces the queries of each head by what the tokens take from the values of all, four tokens at a time.
static void attend(Workspace *work, int count) {
  const int padded = (count + 7) & ~7;
  const V scale = splat(0.17677669529f); // 1 / sqrt 32
  for (int head = 0; head < HEADS; head++) {
    f32 *queries = work->qkv + head * HEAD;
    const f32 *keys = queries + WIDTH, *values = queries + 2 * WIDTH;
    for (int d = 0; d < HEAD; d++) {
      f32 *row = work->keys + d * KEYS;
      for (int t = 0; t < count; t++) row[t] = keys[t * QKV + d];
      for (int t = count; t < padded; t++) row[t] = 0;
    }
    for (int t = 0; t < count; t += 4) {
      f32 *query = queries + t * QKV;
      for (int s = 0; s < padded; s += 8) {
        V sum[8];
        for (int i = 0; i < 8; i++) sum[i] = splat(0);
        const f32 *key = work->keys + s;
        for (int d = 0; d < HEAD; d++, key += KEYS) {
          V a = load(key), b = load(key + 4);
#pragma clang loop unroll(full)
          for (int i = 0; i < 4; i++) {
            V x = wasm_v128_load32_splat(query + i * QKV + d);
            sum[2 * i] = multiply_add(x, a, sum[2 * i]);
            sum[2 * i + 1] = multiply_add(x, b, sum[2 * i + 1]);
          }
        }
        for (int i = 0; i < 4; i++) {
          wasm_v128_store(work->shares + i * KEYS + s, wasm_f32x4_mul(sum[2 * i], scale));
          wasm_v128_store(work->shares + i * KEYS + s + 4, wasm_f32x4_mul(sum[2 * i + 1], scale));
        }
      }
      f32 inverse[4];
      for (int i = 0; i < 4; i++) {
        f32 *shares = work->shares + i * KEYS;
        for (int s = count; s < padded; s++) shares[s] = -1e30f;
        V most = splat(-1e30f), total = splat(0);
        for (int s = 0; s < padded; s += 4) most = wasm_f32x4_max(most, load(shares + s));
        most = splat(greatest(most));
        for (int s = 0; s < padded; s += 4) {
          V share = exponential(wasm_f32x4_sub(load(shares + s), most));
          wasm_v128_store(shares + s, share);
          total = wasm_f32x4_add(total, share);
        }
        inverse[i] = 1.f / sum_of(total);
      }
      for (int d = 0; d < HEAD; d += 8) {
        V sum[8];
        for (int i = 0; i < 8; i++) sum[i] = splat(0);
        const f32 *value = values + d;
        for (int s = 0; s < count; s++, value += QKV) {
          V a = load(value), b = load(value + 4);
#pragma clang loop unroll(full)
          for (int i = 0; i < 4; i++) {
            V x = wasm_v128_load32_splat(work->shares + i * KEYS + s);
            sum[2 * i] = multiply_add(x, a, sum[2 * i]);
            sum[2 * i + 1] = multiply_add(x, b, sum[2 * i + 1]);
          }
        }
        for (int i = 0; i < 4; i++) {
          wasm_v128_store(query + i * QKV + d, wasm_f32x4_mul(sum[2 * i], splat(inverse[i])));
          wasm_v128_store(query + i * QKV + d + 4, wasm_f32x4_mul(sum[2 * i + 1], splat(inverse[i])));
        }
      }
    }
  }
}

static f32 from_half(u16 half) {
  int exponent = (half >> 10) & 31, fraction = half & 1023;
  union { i32 bits; f32 value; } power = {.bits = (exponent + 112) << 23};
  f32 size = exponent == 0 ? fraction * 5.9604645e-8f : power.value * (1.f + fraction * 9.765625e-4f);
  return half & 0x8000 ? -size : size;
}

static int padded_rows(int count) { return (count + 3) & ~3; }

// Begins a text of `count` tokens, whose ids are in `ids`: their rows of the table, and their positions.
EXPORT("begin") void begin(const Model *model, Workspace *work, int count) {
  for (int t = 0; t < count; t++) {
    int id = work->ids[t];
    const u8 *low = model->token_low + id * (WIDTH / 4), *high = model->token_high + id * (WIDTH / 8);
    f32 scale = from_half(model->token_scale[id]), *row = work->tokens + t * WIDTH;
    for (int d = 0; d < WIDTH; d++) {
      int code = ((low[d >> 2] >> (2 * (d & 3))) & 3) | (((high[d >> 3] >> (d & 7)) & 1) << 2);
      row[d] = model->levels[code] * scale * model->deviation[d] + model->mean[d];
    }
  }
  for (int i = count * WIDTH; i < padded_rows(count) * WIDTH; i++) work->tokens[i] = 0;
  add_and_norm(work->tokens, model->positions, &model->norm, padded_rows(count));
}

// One of the 12 layers. Another text can be read, in its own workspace, between two layers.
EXPORT("layer") void layer(const Model *model, Workspace *work, int count, int index) {
  const Layer *layer = &model->layers[index];
  const int all = padded_rows(count);
  for (int from = 0; from < all; from += TILE) {
    int rows = all - from < TILE ? all - from : TILE;
    quantise(work, work->tokens + from * WIDTH, WIDTH, rows, WIDTH);
    multiply(work, &layer->qkv, rows, WIDTH, QKV, work->qkv + from * QKV);
  }
  attend(work, count);
  for (int from = 0; from < all; from += TILE) {
    int rows = all - from < TILE ? all - from : TILE;
    f32 *tokens = work->tokens + from * WIDTH;
    quantise(work, work->qkv + from * QKV, QKV, rows, WIDTH);
    multiply(work, &layer->attention, rows, WIDTH, WIDTH, work->added);
    add_and_norm(tokens, work->added, &layer->norm1, rows);
    quantise(work, tokens, WIDTH, rows, WIDTH);
    multiply(work, &layer->up, rows, WIDTH, INNER, work->inner);
    gelu(work->inner, rows * INNER);
    quantise(work, work->inner, INNER, rows, INNER);
    multiply(work, &layer->down, rows, INNER, WIDTH, work->added);
    add_and_norm(tokens, work->added, &layer->norm2, rows);
  }
}

// The mean of the tokens from `from` to before `to`, after any layer: of the whole text, or of a part of it, whose tokens have
// then read the text around it.
EXPORT("average") const f32 *average(Workspace *work, int from, int to) {
  f32 share = to > from ? 1.f / (to - from) : 0.f;
  for (int d = 0; d < WIDTH; d += 4) {
    V sum = splat(0);
    for (int t = from; t < to; t++) sum = wasm_f32x4_add(sum, load(work->tokens + t * WIDTH + d));
    wasm_v128_store(work->average + d, wasm_f32x4_mul(sum, splat(share)));
  }
  return work->average;
}
