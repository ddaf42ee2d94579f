import { joinSql, sql, type Sql } from '../../platform/database/sql.ts'

/**
 * Statements that must hold in the ledger at every moment. `findViolations` selects the rows that violate them, with the columns name,
 * key, ours (the actual value) and theirs (the expected value).
 */
export type Invariant = { names: readonly string[]; findViolations: Sql }

/** `violations` selects key, ours and theirs. */
export function invariant(name: string, violations: Sql): Invariant {
  return {
    names: [name],
    findViolations: sql`select ${name}::text as name, found.* from (${violations}) as found (key, ours, theirs)`,
  }
}

type Rule = { name: string; fails: Sql; ours: Sql; theirs: Sql }

/** Checks all rules in one pass over `rows`. Texts are formatted only for rows that violate a rule. */
export function rowInvariants(rows: Sql, key: Sql, rules: readonly Rule[]): Invariant {
  const anyFails = joinSql(
    rules.map(({ fails }) => sql`(${fails})`),
    sql` or `,
  )
  const values = joinSql(
    rules.map(
      ({ name, ours, theirs, fails }) =>
        sql`(${name}::text, (${ours})::text, (${theirs})::text, ${fails})`,
    ),
    sql`, `,
  )
  return {
    names: rules.map(({ name }) => name),
    findViolations: sql`
      select found.name, ${key} as key, found.ours, found.theirs
      from (select * from (${rows}) every_row where ${anyFails}) failing
      cross join lateral (values ${values}) as found (name, ours, theirs, fails)
      where found.fails`,
  }
}

/** Computes the common table expressions of `tables` once for all invariants. */
export function withCommonTable(tables: Sql, invariants: readonly Invariant[]): Invariant {
  const union = joinSql(
    invariants.map(({ findViolations }) => findViolations),
    sql` union all `,
  )
  return {
    names: invariants.flatMap(({ names }) => names),
    findViolations: sql`with ${tables} ${union}`,
  }
}
