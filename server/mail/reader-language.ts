import * as z from 'zod/mini'

import { languageCodes, type Language } from '#shared/language.ts'

import type { Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export const languageSchema = z.enum(languageCodes)

/** A donor with an account reads its present language, a guest that of the donation. A query needs the table `donation`. */
export const donorLanguage = sql`
  coalesce((select reader.language from account reader where reader.uid = donation.donor_uid), donation.language)`

/** The language that the person chose last, while logged in. */
export async function findLanguage(queries: Queries, uid: string): Promise<Language> {
  const account = await queries.row(
    z.object({ language: languageSchema }),
    sql`select language from account where uid = ${uid}`,
  )
  return account?.language ?? 'en'
}

export async function saveLanguage(queries: Queries, uid: string, language: Language) {
  await queries.run(sql`
    update account set language = ${language} where uid = ${uid} and language <> ${language}`)
}
