/** `either`: the decoder may refuse a damaged file or make a clean image of it. */
export type Verdict = 'taken' | 'not an image' | 'wrong format' | 'too large' | 'missing' | 'either'

export type HostilePicture = {
  description: string
  bytes: Uint8Array
  verdict: Verdict
  fileName?: string
}

export const script = '<script>alert(document.domain)</script>'
