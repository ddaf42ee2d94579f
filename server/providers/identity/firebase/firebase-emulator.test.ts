import { afterAll } from 'vitest'

import { sealingWith } from '#server/platform/runtime/sealing.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { getCodes, mailsTo, testOutbox } from '#test/support/mail/mails.ts'
import { testEvents } from '#test/support/people/people.ts'
import { startAuthEmulator } from '#test/support/providers/firebase-emulator/auth-emulator.ts'

import { firebaseIdentity } from './firebase-identity.ts'
import { identityContract } from '../identity.contract.ts'

const { database, owner, empty } = await testDatabase()
const emulator = await startAuthEmulator()
afterAll(() => emulator[Symbol.asyncDispose]())

identityContract(
  "hosted (Google's Auth emulator)",
  async () => {
    await empty()
    await emulator.empty()
    let now = new Date()
    const identity = firebaseIdentity({
      ...emulator,
      apiKey: 'any-key-will-do',
      // The emulator accepts 'owner' as an admin token.
      adminToken: async () => 'owner',
      database,
      recordChange: testEvents.record,
      outbox: testOutbox,
      publicUrl: 'https://ajo.example',
      sealing: sealingWith('a secret of the tests that is long enough'),
      now: () => now,
    })
    return {
      identity,
      advanceClock: (ms) => (now = new Date(now.getTime() + ms)),
      codesMailedTo: async (address, purpose) =>
        getCodes(await mailsTo(owner, identity.tasks, address), purpose),
    }
  },
  { codesStayValid: true },
)
