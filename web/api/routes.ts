import type { ExtractSchema } from 'hono/types'

import type { Routes } from '#server/app.ts'

type Schema = ExtractSchema<Routes>
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The addresses that answer this method, without '/api'. */
export type Address<Name extends Method> = {
  [Path in keyof Schema]: Path extends `/api${infer Short}`
    ? Schema[Path] extends Record<`$${Name}`, unknown>
      ? Short
      : never
    : never
}[keyof Schema]

/** What the server answers there, as its handler says. */
export type Answer<Name extends Method, Path extends string> =
  Schema[`/api${Path}` & keyof Schema] extends Record<`$${Name}`, { output: infer Output }>
    ? Output
    : never

type Names<Path> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | Names<`/${Tail}`>
    : Rest
  : never

export type Query = Record<string, string | number | null | undefined>

/** The values that an address names, with those of its query, and what follows them. */
export type Values<Path, Next = never> = [Names<Path>] extends [never]
  ? [query?: Query, next?: Next]
  : [values: Query & Record<Names<Path>, string | number>, next?: Next]
