import { describe, expect, it } from 'vitest'

import { sealingWith } from './sealing.ts'

const secret = 'a secret of the tests, long enough to be one'
const sealing = sealingWith(secret)
const refusal = /unable to authenticate|unknown version/

describe('sealing', () => {
  it('opens what it sealed', () => {
    for (const text of ['0123456789', '', 'ọlá@example.com'])
      expect(sealing.open('account-number', sealing.seal('account-number', text))).toBe(text)
  })

  it('never contains the text, and never produces the same bytes twice', () => {
    const first = sealing.seal('account-number', '0123456789')
    const second = sealing.seal('account-number', '0123456789')

    expect(first.toString('latin1')).not.toContain('0123456789')
    expect(first.equals(second)).toBe(false)
  })

  it('refuses another purpose, another secret and every changed byte', () => {
    const sealed = sealing.seal('account-number', '0123456789')

    expect(() => sealing.open('donor-email', sealed)).toThrow(refusal)
    expect(() => sealingWith('another secret').open('account-number', sealed)).toThrow(refusal)
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
      expect(() => sealing.open('account-number', changed)).toThrow(refusal)
    }
  })

  it('makes the same fingerprint only for the same text, purpose and secret', () => {
    const fingerprint = sealing.fingerprint('donor', 'ada@example.com')

    expect(sealing.fingerprint('donor', 'ada@example.com')).toEqual(fingerprint)
    expect(sealing.fingerprint('donor', 'bola@example.com')).not.toEqual(fingerprint)
    expect(sealing.fingerprint('account', 'ada@example.com')).not.toEqual(fingerprint)
    expect(sealingWith('another secret').fingerprint('donor', 'ada@example.com')).not.toEqual(
      fingerprint,
    )
  })
})
