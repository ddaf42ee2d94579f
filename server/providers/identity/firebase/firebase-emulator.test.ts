import { afterAll } from 'vitest'

import { sealingWith } from '#server/runtime/sealing.ts'
import { testDatabase } from '#test/database.ts'
import { testEvents } from '#test/people.ts'
import { startAuthEmulator, type MailedCode } from '#test/emulators/auth-emulator.ts'
import { runJobs } from '#test/jobs.ts'

import type { ActionCodePurpose } from '../identity.ts'
import { firebaseIdentity } from './firebase-identity.ts'
import { identityContract } from '../identity.contract.ts'

const { database, owner, empty } = await testDatabase()
const emulator = await startAuthEmulator()
afterAll(() => emulator[Symbol.asyncDispose]())

const requestTypes: Record<ActionCodePurpose, string> = {
  verifyEmail: 'VERIFY_EMAIL',
  resetPassword: 'PASSWORD_RESET',
  verifyAndChangeEmail: 'VERIFY_AND_CHANGE_EMAIL',
}

identityContract(
  "hosted (Google's Auth emulator)",
  async () => {
    await empty()
    await emulator.empty()
    const earlier = new Set((await emulator.codes()).map(({ oobCode }) => oobCode))
    // The emulator deletes used codes.
    const mailed = new Map<string, MailedCode>()
    let now = new Date()
    const identity = firebaseIdentity({
      ...emulator,
      apiKey: 'any-key-will-do',
      // The emulator accepts 'owner' as an admin token.
      adminToken: async () => 'owner',
      database,
      recordChange: testEvents.record,
      sealing: sealingWith('a secret of the tests that is long enough'),
      now: () => now,
    })
    return {
      identity,
      advanceClock: (ms) => (now = new Date(now.getTime() + ms)),
      codesMailedTo: async (address, purpose) => {
        await runJobs(owner, identity.tasks)
        for (const code of await emulator.codes())
          if (!earlier.has(code.oobCode)) mailed.set(code.oobCode, code)
        return [...mailed.values()]
          .filter(({ requestType }) => requestType === requestTypes[purpose])
          .filter(({ email, newEmail }) => (newEmail ?? email) === address)
          .map(({ oobCode }) => oobCode)
      },
    }
  },
  { codesStayValid: true },
)
