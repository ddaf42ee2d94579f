import { toFullName } from '#shared/full-name.ts'

import type { ContentStore } from './content.ts'

/** By uid. People without a profile are left out. */
export async function findNames(
  content: Pick<ContentStore, 'findUserByUid'>,
  uids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const people = await Promise.all([...new Set(uids)].map((uid) => content.findUserByUid(uid)))
  return new Map(people.flatMap((person) => (person ? [[person.uid, toFullName(person)]] : [])))
}
