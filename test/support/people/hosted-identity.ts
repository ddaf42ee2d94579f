import { recordIdentityFault } from '#server/platform/health/fault-reports.ts'
import { firebaseIdentity } from '#server/providers/identity/firebase/firebase-identity.ts'
import type { ActionCodePurpose, IdentityFault } from '#server/providers/identity/identity.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createIdentityToolkitFake } from '#test/support/providers/identity-toolkit.ts'
import { getCodes, mailsTo, testOutbox } from '#test/support/mail/mails.ts'
import { testEvents } from './people.ts'
import { testSealing } from '#test/support/servers/sealing.ts'

/** Accounts at the fake of Google, with a clock that only `advanceClock` advances. */
export function hostedIdentity(
  { database, owner }: { database: Database; owner: Database },
  start = new Date('2026-03-01T09:00:00Z'),
) {
  let now = start
  const clock = () => now
  const google = createIdentityToolkitFake({ now: clock })
  const identity = firebaseIdentity({
    ...google,
    now: clock,
    database,
    recordChange: testEvents.record,
    outbox: testOutbox,
    publicUrl: 'https://ajo.example',
    sealing: testSealing,
    onFault: (fault: IdentityFault) => recordIdentityFault(database, { fault, at: now }),
  })
  return {
    google,
    identity,
    now: clock,
    advanceClock: (ms: number) => void (now = new Date(now.getTime() + ms)),
    codesMailedTo: async (address: string, purpose: ActionCodePurpose) =>
      getCodes(await mailsTo(owner, identity.tasks, address), purpose),
  }
}
