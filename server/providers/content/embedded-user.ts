import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { genders } from '#shared/account.ts'

import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { findTogether } from '../../runtime/batcher.ts'
import type { ContentStore, UserDocument } from './content.ts'

type Users = Pick<ContentStore, 'insertUser' | 'findUserByUid' | 'updateUser'>

/** The user documents of the embedded content store. Always found by uid: two documents may name one address. */
export function embeddedUsers(database: Database): Users {
  return {
    async insertUser(user) {
      const inserted = await database.row(documentSchema, insertSql(user))
      if (!inserted) throw new Error('the user document was not written')
      return inserted
    },
    findUserByUid: findTogether(async (uids) => {
      const found = await database.rows(
        documentSchema,
        sql`select ${columns} from user_document where uid = any(${uids})`,
      )
      return found.map((document) => [document.uid, document])
    }),
    async updateUser(
      _id,
      { firstname = null, lastname = null, email = null, emailVerified = null },
    ) {
      await database.run(sql`
        update user_document set firstname = coalesce(${firstname}, firstname),
          lastname = coalesce(${lastname}, lastname), email = coalesce(${email}, email),
          email_verified = coalesce(${emailVerified}, email_verified)
        where id = ${_id}`)
    },
  }
}

const columns = sql`id, uid, firstname, lastname, email, gender, terms, email_verified`

/** One document per uid: whoever signs up again over an unconfirmed address leaves nothing of the earlier names. */
const insertSql = (user: Omit<UserDocument, '_id'>) => sql`
  insert into user_document (${columns})
  values (${randomUUID()}, ${user.uid}, ${user.firstname}, ${user.lastname}, ${user.email},
    ${user.gender}, ${user.terms}, ${user.emailVerified})
  on conflict (uid) do update set firstname = excluded.firstname, lastname = excluded.lastname,
    email = excluded.email, gender = excluded.gender, terms = excluded.terms,
    email_verified = excluded.email_verified
  returning ${columns}`

const documentSchema = z.pipe(
  z.object({
    id: z.string(),
    uid: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    email: z.string(),
    gender: z.enum(genders),
    terms: z.boolean(),
    email_verified: z.boolean(),
  }),
  z.transform(({ id, email_verified, ...row }): UserDocument => ({
    _id: id,
    ...row,
    emailVerified: email_verified,
  })),
)
