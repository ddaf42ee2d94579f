import { useCallback, useEffect, useReducer, useRef } from 'react'

import type { FormImage } from '#shared/campaign.ts'
import type { Focus } from '#shared/image-schema.ts'
import { imagesPerCampaign, imageTypes, isHeic, pickedImageMaxBytes } from '#shared/image.ts'
import { invalid } from '#shared/text/invalid.ts'

import { loadWithRetry } from '../../../api/connection.ts'
import type { WizardForms } from './wizard-form.tsx'

const loadUpload = loadWithRetry(() => import('../../../forms/upload-image.ts'))

/** A picture that is being uploaded (`progress`), failed (`error`) or is stored (`id`). */
export type Picture = Omit<FormImage, 'id'> & {
  key: string
  name: string
  id?: string
  progress?: number
  isCut?: boolean | undefined
  error?: string
}

type Change =
  | { kind: 'add'; pictures: Picture[] }
  | { kind: 'update'; key: string; to: Partial<Picture> }
  | { kind: 'remove'; key: string }
  | { kind: 'move'; key: string; by: -1 | 1 }
  | { kind: 'clear' }

export type Pictures = ReturnType<typeof usePictures>

/** The pictures of the second tab. They are uploaded one after the other in the order in which they were picked. */
export function usePictures(form: WizardForms['information']) {
  const [pictures, dispatch] = useReducer(reduce, form, toPictures)
  const aborts = useRef(new Map<string, AbortController>())
  const queue = useRef(Promise.resolve())

  useEffect(() => {
    const running = aborts.current
    return () => running.forEach((abort) => abort.abort())
  }, [])
  useEffect(() => {
    const images = toStoredImages(pictures)
    if (JSON.stringify(images) === JSON.stringify(form.getValues('images'))) return
    form.setValue('images', images, { shouldDirty: true, shouldValidate: images.length > 0 })
  }, [form, pictures])

  const pick = (files: File[]) => {
    const free = imagesPerCampaign - pictures.filter(({ error }) => error === undefined).length
    const picked = files.map((file, index) => ({ file, picture: toPicture(file, index < free) }))
    dispatch({ kind: 'add', pictures: picked.map(({ picture }) => picture) })
    for (const { file, picture } of picked)
      if (picture.error === undefined)
        queue.current = queue.current.then(() => send(picture.key, file))
  }

  const send = async (key: string, file: File) => {
    const abort = new AbortController()
    aborts.current.set(key, abort)
    const onProgress = (progress: number) => dispatch({ kind: 'update', key, to: { progress } })
    try {
      const { uploadImage } = await loadUpload()
      const stored = await uploadImage(file, { signal: abort.signal, onProgress })
      const { id, width, height, isCut } = stored
      dispatch({ kind: 'update', key, to: { id, width, height, isCut } })
    } catch (error) {
      dispatch({ kind: 'update', key, to: { error: error instanceof Error ? error.message : '' } })
    } finally {
      aborts.current.delete(key)
    }
  }

  const remove = useCallback((key: string) => {
    aborts.current.get(key)?.abort()
    dispatch({ kind: 'remove', key })
  }, [])
  return {
    pictures,
    uploading: pictures.some(({ id, error }) => id === undefined && error === undefined),
    pick,
    remove,
    describe: (key: string, alt: string) => dispatch({ kind: 'update', key, to: { alt } }),
    focus: (key: string, focus: Focus) => dispatch({ kind: 'update', key, to: { focus } }),
    move: (key: string, by: -1 | 1) => dispatch({ kind: 'move', key, by }),
    clear: () => dispatch({ kind: 'clear' }),
  }
}

/** The stored pictures, as the API expects them. */
function toStoredImages(pictures: readonly Picture[]): FormImage[] {
  return pictures.flatMap(({ id, alt, focus, width, height }) =>
    id === undefined ? [] : [{ id, alt, focus, width, height }],
  )
}

function toPictures(form: WizardForms['information']): Picture[] {
  return form.getValues('images').map((image) => ({ ...image, key: image.id, name: '' }))
}

function toPicture(file: File, fits: boolean): Picture {
  const error = fits ? checkFile(file) : invalid.tooManyImages
  const key = `${file.name}-${performance.now()}-${Math.random()}`
  return { key, name: file.name, alt: '', ...(error === undefined ? { progress: 0 } : { error }) }
}

function reduce(pictures: Picture[], change: Change): Picture[] {
  switch (change.kind) {
    case 'add':
      return [...pictures, ...change.pictures]
    case 'update':
      return pictures.map((one) => (one.key === change.key ? { ...one, ...change.to } : one))
    case 'remove':
      return pictures.filter(({ key }) => key !== change.key)
    case 'move':
      return move(pictures, change.key, change.by)
    case 'clear':
      return []
  }
}

/** Only stored pictures have a position. */
function move(pictures: Picture[], key: string, by: -1 | 1): Picture[] {
  const stored = pictures.filter(({ id }) => id !== undefined)
  const from = stored.findIndex((one) => one.key === key)
  const other = stored[from + by]
  const one = stored[from]
  if (!one || !other) return pictures
  return pictures.map((picture) => {
    if (picture.key === one.key) return other
    return picture.key === other.key ? one : picture
  })
}

/** Checks a file before it is shrunk and sent (specification §5, readings C6). Returns the message of the first problem. */
function checkFile(file: File): string | undefined {
  if (file.size === 0) return invalid.imageMissing
  if (file.size > pickedImageMaxBytes) return invalid.imageSize
  // A browser that reads them sends a JPEG.
  if (isHeic(file)) return undefined
  if (!file.type.startsWith('image/')) return invalid.imageNotImage
  if (!imageTypes.some((type) => type === file.type)) return invalid.imageType
  return undefined
}
