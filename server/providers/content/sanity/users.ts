import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import { genders } from '#shared/gender.ts'

import type { ContentStore, UserDocument } from '../content.ts'
import { fieldOr } from './campaign-document.ts'
import { userByUid } from './queries.ts'
import type { ListedWrites } from './listed-writes.ts'
import type { Mutation, SanityApi } from './sanity-api.ts'

export function sanityUsers(
  api: SanityApi,
  writes: Pick<ListedWrites, 'mutate'>,
): Pick<ContentStore, 'insertUser' | 'findUserByUid' | 'updateUser'> {
  const findUserByUid = async (uid: string) =>
    (await api.query(z.nullable(userSchema), userByUid, { uid })) ?? undefined

  return {
    /** Overwrites the document when the same uid signs up again for an unverified address. */
    async insertUser(user) {
      const existing = await findUserByUid(user.uid)
      const _id = existing?._id ?? toUserId(user.uid)
      await api.mutate(saveUser({ _id, ...user }))
      return { _id, ...user }
    },

    findUserByUid,

    async updateUser(_id, change) {
      const patch = { patch: { id: _id, set: change } }
      const isListed = change.firstname !== undefined || change.lastname !== undefined
      await (isListed ? writes : api).mutate([patch])
    },
  }
}

/** A patch keeps fields that other programs added to the document. */
export const saveUser = ({ _id, ...user }: UserDocument): Mutation[] => [
  { createIfNotExists: { _id, _type: 'user', ...user } },
  { patch: { id: _id, set: user } },
]

/** Hashed, because Sanity keeps ids in its history. The dot hides the document from requests without a token. */
export function toUserId(uid: string): string {
  return `user.${createHash('sha256').update(uid).digest('hex')}`
}

export const userSchema = z.object({
  _id: z.string(),
  uid: z.string(),
  firstname: fieldOr(z.string(), ''),
  lastname: fieldOr(z.string(), ''),
  email: fieldOr(z.string(), ''),
  gender: fieldOr(z.enum(genders), 'Other'),
  terms: fieldOr(z.boolean(), false),
  emailVerified: fieldOr(z.boolean(), false),
}) satisfies z.ZodMiniType<UserDocument>
