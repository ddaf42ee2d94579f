import { password, type World } from './matrix-world.ts'
import { missing, everyone, signedInOnly, verifiedOnly, type Matrix } from './matrix-cells.ts'
import type { Role } from './matrix-roles.ts'

const account =
  '{account{_id createdAt email emailVerified firstname gender lastname roles[] terms uid}}'
const newPassword = 'harmattan kite 12'
const toEmail = (world: World, role: Role) => world.people[role]?.email ?? 'nobody@example.com'

/** Accounts. No path here names another person. */
export const accountRows: Matrix = {
  'POST /api/account': [
    {
      on: 'a new address',
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
  'PATCH /api/account': [
    {
      on: 'their own names',
      body: (world: World, role: Role) => ({
        firstname: 'Ngozi',
        lastname: 'Eze',
        email: toEmail(world, role),
      }),
      answers: verifiedOnly(200),
      keys: account,
    },
  ],
  'POST /api/account/password': [
    {
      on: 'their own password',
      body: {
        currentPassword: password,
        password: newPassword,
        confirmPassword: newPassword,
      },
      answers: verifiedOnly(204),
    },
  ],
  'POST /api/account/verification': [{ on: 'their own address', answers: signedInOnly(204) }],
  'POST /api/account/verification/apply': [
    { on: 'a made-up code', body: { code: 'made-up' }, answers: everyone('invalid-action-code') },
  ],
  'POST /api/account/reset': [
    { on: 'an address', body: { email: 'nobody@example.com' }, answers: everyone(204) },
  ],
  'POST /api/account/reset/check': [
    { on: 'a made-up code', body: { code: 'made-up' }, answers: everyone('invalid-action-code') },
  ],
  'POST /api/account/reset/apply': [
    {
      on: 'a made-up code',
      body: { code: 'made-up', newPassword, confirmPassword: newPassword },
      answers: everyone('invalid-action-code'),
    },
  ],
  'POST /api/account/recovery/check': [
    { on: 'a made-up code', body: { code: 'made-up' }, answers: everyone('invalid-action-code') },
  ],
  'POST /api/account/recovery/apply': [
    { on: 'a made-up code', body: { code: 'made-up' }, answers: everyone('invalid-action-code') },
  ],
  'POST /api/account/email/apply': [
    { on: 'a made-up code', body: { code: 'made-up' }, answers: everyone('invalid-action-code') },
  ],
  'GET /api/account/sessions': [
    {
      on: 'their own',
      answers: signedInOnly(200),
      keys: '{sessions[{createdAt device id isThis seenAt}]}',
    },
  ],
  'DELETE /api/account/sessions': [{ on: 'their own', answers: signedInOnly(204) }],
  'DELETE /api/account/sessions/:id': [
    {
      on: "the owner's",
      id: ({ people }) => people.owner?.sessionId,
      answers: { ...signedInOnly('not-found'), owner: 204 },
    },
    {
      on: "the admin's",
      id: ({ people }) => people.admin?.sessionId,
      answers: { ...signedInOnly('not-found'), admin: 204 },
    },
    { id: missing, answers: signedInOnly('not-found') },
  ],
  'GET /api/session': [
    {
      on: 'their own',
      answers: everyone(200),
      keys: {
        anonymous: '{account}',
        disabled: '{account}',
        stale: '{account}',
        others: account,
      },
    },
  ],
  'POST /api/session': [
    {
      on: 'the right password',
      body: (world: World, role: Role) => ({ email: toEmail(world, role), password }),
      answers: { anonymous: 'invalid-credential', disabled: 'user-disabled', others: 200 },
      keys: account,
    },
    {
      on: 'a wrong password',
      body: (world: World, role: Role) => ({
        email: toEmail(world, role),
        password: newPassword,
      }),
      answers: everyone('invalid-credential'),
    },
  ],
  'DELETE /api/session': [{ on: 'their own', answers: everyone(204) }],
  'POST /api/feedback': [
    { on: 'a sentence', body: { feedback: 'Thank you.' }, answers: verifiedOnly(204) },
  ],
}
