import { existsSync, readFileSync } from 'node:fs'

import type { MutantsOfFile } from './mutants/mutants-of-file.ts'
import { accountMutants } from './mutants/account.ts'
import { campaignScreenMutants } from './mutants/campaign-screen.ts'
import { dashboardMutants } from './mutants/dashboard.ts'
import { landingMutants } from './mutants/landing.ts'
import { profileMutants } from './mutants/profile.ts'
import { serverMutants } from './mutants/server.ts'
import { wizardTabsMutants } from './mutants/wizard-tabs.ts'
import { messageMutants } from './mutants/messages.ts'
import { providerMutants } from './mutants/providers.ts'
import { ruleMutants } from './mutants/rules.ts'
import { stateMutants } from './mutants/states.ts'

/** A change of the product that breaks rows of docs/conformance.md: the proof of each must fail. */
export type Mutant = { rows: string[]; file: string; find: string; replace: string }

const everything: MutantsOfFile[] = [
  accountMutants,
  campaignScreenMutants,
  dashboardMutants,
  landingMutants,
  messageMutants,
  profileMutants,
  providerMutants,
  ruleMutants,
  serverMutants,
  stateMutants,
  wizardTabsMutants,
]

export const mutants: Mutant[] = everything.flatMap((byFile) =>
  Object.entries(byFile).flatMap(([file, changes]) =>
    changes.map(([rows, find, replace]) => ({ rows: rows.split(' '), file, find, replace })),
  ),
)

/** The text with the change. Throws if the text to change does not occur exactly once. */
export function mutate(source: string, { rows, file, find, replace }: Mutant): string {
  const parts = source.split(find)
  if (parts.length !== 2)
    throw new Error(
      `mutant of ${rows.join(', ')}: '${find}' occurs ${parts.length - 1} times in ${file}`,
    )
  return parts.join(replace)
}

/** Mutants that no longer fit the product, as messages. */
export function listStale(all: readonly Mutant[] = mutants): string[] {
  return all.flatMap((mutant) => {
    const { rows, file, find, replace } = mutant
    if (!existsSync(file)) return [`mutant of ${rows.join(', ')}: there is no ${file}`]
    if (find === replace) return [`mutant of ${rows.join(', ')}: changes nothing in ${file}`]
    try {
      mutate(readFileSync(file, 'utf8'), mutant)
      return []
    } catch (error) {
      return [String(error)]
    }
  })
}
