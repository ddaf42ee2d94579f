import * as z from 'zod/mini'

import { languageCodes, type Language } from '#shared/language.ts'

import type { Queries } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'

export const languageSchema = z.enum(languageCodes)

/** A donor with an account reads its present language, a guest that of the donation. A query needs the table `donation`. */
export const donorLanguage = sql`
  coalesce((select reader.language from account reader where reader.uid = donation.donor_uid), donation.language)`

/** English if there is no such account. */
export const findLanguage = (queries: Queries, uid: string) =>
  find(queries, sql`select language from account where uid = ${uid}`)

export const findLanguageByEmail = (queries: Queries, email: string) =>
  find(
    queries,
    sql`select language from account join account_email using (uid) where account_email.email = ${email}`,
  )

async function find(queries: Queries, query: Sql): Promise<Language> {
  return (await queries.row(z.object({ language: languageSchema }), query))?.language ?? 'en'
}

/** Called when a person chooses a language, signs up, or logs in from a browser where one was chosen. */
export async function saveLanguage(queries: Queries, uid: string, language: Language) {
  await queries.run(sql`
    update account set language = ${language} where uid = ${uid} and language <> ${language}`)
}
