/** Assertions over lists: a line says which figure of each is meant, and what they must be. */
import assert from 'node:assert/strict';

type Pick<Item, Value> = (one: Item, index: number) => Value;

/** Fails unless what is picked of each is what is expected, in this order. */
export function assertEach<Item>(
  list: readonly Item[] | undefined,
  pick: Pick<Item, unknown>,
  expected: readonly unknown[] | undefined,
  text = '',
): void {
  assert.deepEqual(list?.map(pick), expected, text);
}

/** Fails with those of which it is true. */
export function assertNone<Item>(list: readonly Item[], isOne: Pick<Item, boolean>, text = ''): void {
  assert.deepEqual(list.filter(isOne), [], text);
}
