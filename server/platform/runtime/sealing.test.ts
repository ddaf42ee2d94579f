import { describe, expect, it } from 'vitest'

import { openKeyRing, readKeyId, sealingWith } from './sealing.ts'

const secret = 'a secret of the tests that is long enough'
const sealing = sealingWith(secret)
const refusal = /unable to authenticate|unknown version|unknown key/

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

  it('refuses another purpose, another secret and every changed or missing byte', () => {
    const sealed = sealing.seal('account-number', '0123456789')

    expect(() => sealing.open('donor-email', sealed)).toThrow(refusal)
    expect(() => sealingWith('another secret').open('account-number', sealed)).toThrow(refusal)
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
      expect(() => sealing.open('account-number', changed)).toThrow(refusal)
      expect(() => sealing.open('account-number', sealed.subarray(0, index))).toThrow(
        /unable to authenticate|unknown|Invalid/,
      )
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

describe('a key ring of several secrets', () => {
  it('seals with the newest and opens what any of them sealed', () => {
    const old = sealing.seal('donor-email', 'ada@example.com')
    const both = openKeyRing(['another secret', secret])
    const fresh = both.seal('donor-email', 'ada@example.com')

    expect(both.open('donor-email', old)).toBe('ada@example.com')
    expect(readKeyId(fresh)).toBe(both.keyIds[0])
    expect(readKeyId(old)).toBe(both.keyIds[1])
    expect(fresh.subarray(0, 5)).toEqual(both.newestPrefix)
    expect(openKeyRing(['another secret']).open('donor-email', fresh)).toBe('ada@example.com')
    expect(() => sealing.open('donor-email', fresh)).toThrow('unknown key')
  })
})
