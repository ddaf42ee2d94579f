import { sql, type Sql } from '../../database/sql.ts'

/**
 * Things that must hold in the books at every moment. The question finds where they do not: under which name, where, what is, what
 * ought to be. What reads the same rows looks at them together.
 */
export type Look = { names: readonly string[]; finds: Sql }

/** `finds`: the key, ours and theirs. */
export function look(name: string, finds: Sql): Look {
  return {
    names: [name],
    finds: sql`select ${name}::text as name, found.* from (${finds}) as found (key, ours, theirs)`,
  }
}

type Rule = { name: string; fails: Sql; ours: Sql; theirs: Sql }

/** Holds each row of `from` against all rules. Nothing is put into words but for rows that break one. */
export function lookAtRows(from: Sql, key: Sql, rules: readonly Rule[]): Look {
  const failing = joined(
    rules.map(({ fails }) => sql`(${fails})`),
    sql` or `,
  )
  const words = joined(
    rules.map(
      ({ name, ours, theirs, fails }) =>
        sql`(${name}::text, (${ours})::text, (${theirs})::text, ${fails})`,
    ),
    sql`, `,
  )
  return {
    names: rules.map(({ name }) => name),
    finds: sql`
      select found.name, ${key} as key, found.ours, found.theirs
      from (select * from (${from}) every_one where ${failing}) one
      cross join lateral (values ${words}) as found (name, ours, theirs, fails)
      where found.fails`,
  }
}

/** `first` is read once for all of them: common table expressions. */
export function together(first: Sql, looks: readonly Look[]): Look {
  const all = joined(
    looks.map(({ finds }) => finds),
    sql` union all `,
  )
  return { names: looks.flatMap(({ names }) => names), finds: sql`with ${first} ${all}` }
}

function joined(parts: readonly Sql[], between: Sql): Sql {
  return parts.reduce((all, part) => sql`${all}${between}${part}`)
}
