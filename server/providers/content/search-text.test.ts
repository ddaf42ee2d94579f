import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { testDatabase } from '#test/support/database/database.ts'

import { toSearchTextSql, toSearchText } from './search-text.ts'

const { database } = await testDatabase()

it.each([
  ['Ọ̀yọ́', 'oyo'],
  ['Ẹ̀kọ́ fún Ọmọdé', 'eko fun omode'],
  ['ƘAUYE da Ɗan Ɓaure', 'kauye da dan baure'],
  ['Ŋmɛ Ɔkɔ', 'nme oko'],
  ["Ifẹ̀'s well – ₦500", "ife's well – ₦500"],
  ['Ọ̀yọ́'.normalize('NFD'), 'oyo'],
])('converts %s to %s in JavaScript and in SQL', async (text, plain) => {
  expect(toSearchText(text)).toBe(plain)
  const row = await database.row(
    z.object({ plain: z.string() }),
    sql`select ${toSearchTextSql(sql`${text}::text`)} as plain`,
  )
  expect(row?.plain).toBe(plain)
})
