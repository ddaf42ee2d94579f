import { expect, it } from 'vitest'

import { withoutAddresses } from './sender-check.ts'
import { judgeResponse, type SmtpStage, type Verdict } from './smtp.ts'

const responses: [SmtpStage, string, Verdict][] = [
  ['connection', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked', 'sender'],
  ['connection', '421 4.3.2 Service not available', 'unavailable'],
  ['authentication', '535 5.7.8 Authentication credentials invalid', 'sender'],
  ['authentication', '454 4.7.0 Temporary authentication failure', 'unavailable'],
  ['sender', '550 5.4.5 Daily sending limit exceeded', 'sender'],
  ['sender', '553 5.1.8 Domain of sender address does not exist', 'sender'],
  ['sender', '552 5.3.4 Message size exceeds fixed limit', 'message'],
  ['sender', '451 4.3.0 Queue file write error', 'unavailable'],
  ['recipient', '553 5.7.1 <a@b.c>: Sender address rejected: not owned by user ajo', 'sender'],
  ['recipient', '553 Sender address rejected', 'sender'],
  ['recipient', '550 5.4.5 Daily sending quota exceeded', 'sender'],
  ['recipient', '554 5.7.1 <a@b.c>: Relay access denied', 'sender'],
  ['recipient', '530 5.7.0 Authentication required', 'sender'],
  ['recipient', '450 4.1.8 <a@b.c>: Sender address rejected: Domain not found', 'sender'],
  ['recipient', '550 5.1.1 <a@b.c>: Recipient address rejected: User unknown', 'recipient'],
  ['recipient', '550 5.1.1 sender quota has nothing to do with it', 'recipient'],
  ['recipient', '550 5.2.1 The email account that you tried to reach is disabled', 'recipient'],
  ['recipient', '550 5.4.1 Recipient address rejected: Access denied', 'recipient'],
  ['recipient', '550 no such user here', 'recipient'],
  ['recipient', '550 5.7.1 Message rejected due to local policy', 'later'],
  ['recipient', '552 5.2.2 Mailbox full', 'later'],
  ['recipient', '452 4.2.2 Mailbox full', 'later'],
  ['recipient', '450 4.2.0 Greylisted, try again in 5 minutes', 'later'],
  ['recipient', '421 4.7.0 Try again later, closing connection', 'unavailable'],
  ['content', '554 Message rejected: Email address is not verified', 'sender'],
  ['content', '550 5.7.26 This mail is unauthenticated', 'sender'],
  ['content', '550 5.4.5 Daily sending limit', 'sender'],
  ['content', '552 5.3.4 Message too big', 'message'],
  ['content', '554 5.6.0 Message contains invalid header', 'message'],
  ['content', '554 Transaction failed', 'later'],
  ['content', '451 4.7.1 Please try again later', 'later'],
]

it.each(responses)('judges, at the stage %s, "%s" as %s', (stage, words, verdict) => {
  expect(judgeResponse({ stage, code: Number(words.slice(0, 3)), words })).toBe(verdict)
})

it.each([
  ['550 <ngozi@example.com>: User unknown', '550 <[address]>: User unknown'],
  ['550 no user ngozi here\u0000\r\n', '550 no user [address] here'],
  ['550 5.1.1 ngozi-x is not Ngozi', '550 5.1.1 [address]-x is not [address]'],
])('removes addresses and the name of the mailbox from %j', (words, expected) => {
  expect(withoutAddresses(words, 'ngozi@example.com')).toBe(expected)
})

it('keeps at most 300 characters of the words', () => {
  expect(withoutAddresses('x'.repeat(2_000), 'a@b.c')).toHaveLength(300)
})
