import { toast } from './toast-queue.ts'

/** Copies a text and shows the result as a toast. */
export function copyText(
  text: string,
  messages: { copied: string; failed: string },
): Promise<void> {
  return navigator.clipboard.writeText(text).then(
    () => toast(messages.copied, 'success'),
    () => toast(messages.failed, 'error'),
  )
}
