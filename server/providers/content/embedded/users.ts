import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { accountSchema } from '#shared/account.ts'

import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { createLoader } from '../../../platform/database/batcher.ts'
import type { ContentStore, UserDocument } from '../content.ts'

const notStored = { roles: true, inactiveRoles: true, createdAt: true } as const
export const userRow = z.omit(accountSchema, notStored)
export const userColumns = sql`id as "_id", uid, firstname, lastname, email, gender, terms, email_verified as "emailVerified"`

/** Users are found by uid, because two documents can have the same email address. */
export function embeddedUsers(
  database: Database,
): Pick<ContentStore, 'insertUser' | 'findUserByUid' | 'updateUser'> {
  return {
    async insertUser(user) {
      const inserted = await database.row(userRow, insertUser(user))
      if (!inserted) throw new Error('the user document was not written')
      return inserted
    },
    findUserByUid: createLoader(async (uids) => {
      const found = await database.rows(
        userRow,
        sql`select ${userColumns} from user_document where uid = any(${uids})`,
      )
      return found.map((user) => [user.uid, user])
    }),
    async updateUser(
      _id,
      { firstname = null, lastname = null, gender = null, email = null, emailVerified = null },
    ) {
      await database.run(sql`
        update user_document set firstname = coalesce(${firstname}, firstname),
          lastname = coalesce(${lastname}, lastname), email = coalesce(${email}, email),
          gender = coalesce(${gender}, gender), email_verified = coalesce(${emailVerified}, email_verified)
        where id = ${_id}`)
    },
  }
}

/** Replaces the document when the same uid signs up again for an unverified address. */
export const insertUser = (user: Omit<UserDocument, '_id'>) => sql`
  insert into user_document (id, uid, firstname, lastname, email, gender, terms, email_verified)
  values (${randomUUID()}, ${user.uid}, ${user.firstname}, ${user.lastname}, ${user.email},
    ${user.gender}, ${user.terms}, ${user.emailVerified})
  on conflict (uid) do update set firstname = excluded.firstname, lastname = excluded.lastname,
    email = excluded.email, gender = excluded.gender, terms = excluded.terms,
    email_verified = excluded.email_verified
  returning ${userColumns}`
