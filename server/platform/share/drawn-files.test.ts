import { expect, it } from 'vitest'

import { drawnFiles } from './share-images.ts'

it('draws a file once for all who ask for it, and again after a failure', async () => {
  const files = drawnFiles()
  let drawn = 0
  const draw = async () => Uint8Array.of(++drawn)
  const asked = Array.from({ length: 1_000 }, (_, n) => ({ key: 'poster 1', network: `${n}` }))
  await Promise.all(asked.map((each) => files(each, draw)))
  expect(await files({ key: 'poster 1', network: 'late' }, draw)).toEqual(Uint8Array.of(1))

  const failing = { key: 'card 1', network: 'a' }
  const fail = () => Promise.reject(new Error('no paper'))
  await expect(files(failing, fail)).rejects.toThrow('no paper')
  expect(await files(failing, draw)).toEqual(Uint8Array.of(2))
})

it('draws for another network before the rest of what one has asked for', async () => {
  const files = drawnFiles()
  const order: string[] = []
  const ask = (network: string, number: number) =>
    files({ key: `${network} ${number}`, network }, async () => {
      order.push(network)
      return new Uint8Array()
    })
  await Promise.all([...Array.from({ length: 8 }, (_, n) => ask('flood', n)), ask('honest', 0)])
  expect(order.indexOf('honest')).toBeLessThan(3)
})
