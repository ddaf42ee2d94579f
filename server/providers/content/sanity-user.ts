import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import { genders } from '#shared/account.ts'

import type { ContentStore, UserDocument } from './content.ts'
import { fieldOr } from './sanity-field.ts'
import { userByUid } from './sanity-queries.ts'
import type { SanityWire } from './sanity-wire.ts'

type Users = Pick<ContentStore, 'insertUser' | 'findUserByUid' | 'updateUser'>

/** The user documents of the hosted content store. */
export function sanityUsers(wire: SanityWire): Users {
  const findUserByUid = async (uid: string) =>
    (await wire.query(foundSchema, userByUid, { uid })) ?? undefined

  return {
    /** One document per uid: whoever signs up again over an unconfirmed address leaves nothing of the earlier names. */
    async insertUser(user) {
      const known = await findUserByUid(user.uid)
      const _id = known?._id ?? userDocumentId(user.uid)
      // Somebody else's document may hold more than ours would.
      await wire.mutate([
        { createIfNotExists: { _id, _type: 'user', ...user } },
        { patch: { id: _id, set: user } },
      ])
      return { _id, ...user }
    },

    findUserByUid,

    async updateUser(_id, change) {
      await wire.mutate([{ patch: { id: _id, set: change } }])
    },
  }
}

/** Ids are kept for ever: nobody's is in them. The dot keeps the document from everybody without a token. */
function userDocumentId(uid: string): string {
  return `user.${createHash('sha256').update(uid).digest('hex')}`
}

const foundSchema = z.nullable(
  z.object({
    _id: z.string(),
    uid: z.string(),
    firstname: fieldOr(z.string(), ''),
    lastname: fieldOr(z.string(), ''),
    email: fieldOr(z.string(), ''),
    gender: fieldOr(z.enum(genders), 'Other'),
    terms: fieldOr(z.boolean(), false),
    emailVerified: fieldOr(z.boolean(), false),
  }),
) satisfies z.ZodMiniType<UserDocument | null>
