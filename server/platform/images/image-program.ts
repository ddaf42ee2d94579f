import { join } from 'node:path'

import { openProgram } from '../runtime/child-program.ts'
import type { ImageProgram } from './encode-image.ts'
import { serialQueue } from './serial-queue.ts'

const call = openProgram<ImageProgram>(join(import.meta.dirname, 'encode-image.ts'))

/** A hostile picture delays nobody but who sent it, and finds no secret where it is decoded. */
export const encodeImage = (bytes: Uint8Array) =>
  call('encodeImage')(bytes).catch(() => 'unreadable' as const)
export const resizeImage = call('resizeImage')
export const cropImage = call('cropImage')
export const findPaperWords = call('findPaperWords')

/** Of all that people send, one file is read at a time: each may take all memory and time that its program can get. */
export const fileQueue = serialQueue({ maxWaiting: 48, maxWaitingPerKey: 8 })
