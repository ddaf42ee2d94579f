import { password, type World } from './matrix-world.ts'
import { everyone, signedInOnly, verifiedOnly, type Matrix } from './matrix-cells.ts'
import type { Role } from './matrix-roles.ts'

const account =
  '{account{_id createdAt email emailVerified firstname gender lastname roles[] terms uid}}'
const newPassword = 'harmattan kite 12'
const toEmail = (world: World, role: Role) => world.people[role]?.email ?? 'nobody@example.com'

/** Accounts. No path here names another person. */
export const accountRows: Matrix = {
  'POST /api/account': {
    rule: 'signUp',
    cases: [
      {
        on: 'a new address',
        path: '/api/account',
        body: {
          firstname: 'Ngozi',
          lastname: 'Eze',
          gender: 'Female',
          email: 'ngozi@example.com',
          password,
          confirmPassword: password,
          terms: true,
        },
        answers: everyone(201),
        keys: account,
      },
    ],
  },
  'PATCH /api/account': {
    rule: 'updateAccount',
    cases: [
      {
        on: 'their own names',
        path: '/api/account',
        body: (world: World, role: Role) => ({
          firstname: 'Ngozi',
          lastname: 'Eze',
          email: toEmail(world, role),
        }),
        answers: verifiedOnly(200),
        keys: account,
      },
    ],
  },
  'POST /api/account/password': {
    rule: 'updateAccount',
    cases: [
      {
        on: 'their own password',
        path: '/api/account/password',
        body: {
          currentPassword: password,
          password: newPassword,
          confirmPassword: newPassword,
        },
        answers: verifiedOnly(204),
      },
    ],
  },
  'POST /api/account/verification': {
    rule: 'resendVerification',
    cases: [
      {
        on: 'their own address',
        path: '/api/account/verification',
        answers: signedInOnly(204),
      },
    ],
  },
  'POST /api/account/verification/apply': {
    rule: 'useActionCode',
    cases: [
      {
        on: 'a made-up code',
        path: '/api/account/verification/apply',
        body: { code: 'made-up' },
        answers: everyone('invalid-action-code'),
      },
    ],
  },
  'POST /api/account/reset': {
    rule: 'requestReset',
    cases: [
      {
        on: 'an address',
        path: '/api/account/reset',
        body: { email: 'nobody@example.com' },
        answers: everyone(204),
      },
    ],
  },
  'POST /api/account/reset/check': {
    rule: 'useActionCode',
    cases: [
      {
        on: 'a made-up code',
        path: '/api/account/reset/check',
        body: { code: 'made-up' },
        answers: everyone('invalid-action-code'),
      },
    ],
  },
  'POST /api/account/reset/apply': {
    rule: 'useActionCode',
    cases: [
      {
        on: 'a made-up code',
        path: '/api/account/reset/apply',
        body: { code: 'made-up', newPassword, confirmPassword: newPassword },
        answers: everyone('invalid-action-code'),
      },
    ],
  },
  'POST /api/account/recovery/check': {
    rule: 'useActionCode',
    cases: [
      {
        on: 'a made-up code',
        path: '/api/account/recovery/check',
        body: { code: 'made-up' },
        answers: everyone('invalid-action-code'),
      },
    ],
  },
  'POST /api/account/recovery/apply': {
    rule: 'useActionCode',
    cases: [
      {
        on: 'a made-up code',
        path: '/api/account/recovery/apply',
        body: { code: 'made-up' },
        answers: everyone('invalid-action-code'),
      },
    ],
  },
  'POST /api/account/email/apply': {
    rule: 'useActionCode',
    cases: [
      {
        on: 'a made-up code',
        path: '/api/account/email/apply',
        body: { code: 'made-up' },
        answers: everyone('invalid-action-code'),
      },
    ],
  },
  'GET /api/account/sessions': {
    rule: 'listSessions',
    cases: [
      {
        on: 'their own',
        path: '/api/account/sessions',
        answers: signedInOnly(200),
        keys: '{sessions[{createdAt device id isThis seenAt}]}',
      },
    ],
  },
  'DELETE /api/account/sessions': {
    rule: 'endSessions',
    cases: [{ on: 'their own', path: '/api/account/sessions', answers: signedInOnly(204) }],
  },
  'DELETE /api/account/sessions/:id': {
    rule: 'endSession',
    cases: [
      {
        on: "the owner's",
        path: ({ people }) => `/api/account/sessions/${people.owner?.sessionId}`,
        answers: { ...signedInOnly('not-found'), owner: 204 },
      },
      {
        on: "the admin's",
        path: ({ people }) => `/api/account/sessions/${people.admin?.sessionId}`,
        answers: { ...signedInOnly('not-found'), admin: 204 },
      },
      {
        on: 'a missing one',
        path: '/api/account/sessions/00000000-0000-4000-8000-000000000000',
        answers: signedInOnly('not-found'),
      },
    ],
  },
  'GET /api/session': {
    rule: 'readSession',
    cases: [
      {
        on: 'their own',
        path: '/api/session',
        answers: everyone(200),
        keys: {
          anonymous: '{account}',
          disabled: '{account}',
          stale: '{account}',
          others: account,
        },
      },
    ],
  },
  'POST /api/session': {
    rule: 'signIn',
    cases: [
      {
        on: 'the right password',
        path: '/api/session',
        body: (world: World, role: Role) => ({ email: toEmail(world, role), password }),
        answers: { anonymous: 'invalid-credential', disabled: 'user-disabled', others: 200 },
        keys: account,
      },
      {
        on: 'a wrong password',
        path: '/api/session',
        body: (world: World, role: Role) => ({
          email: toEmail(world, role),
          password: newPassword,
        }),
        answers: everyone('invalid-credential'),
      },
    ],
  },
  'DELETE /api/session': {
    rule: 'signOut',
    cases: [{ on: 'their own', path: '/api/session', answers: everyone(204) }],
  },
  'POST /api/feedback': {
    rule: 'sendFeedback',
    cases: [
      {
        on: 'a sentence',
        path: '/api/feedback',
        body: { feedback: 'Thank you.' },
        answers: verifiedOnly(204),
      },
    ],
  },
}
