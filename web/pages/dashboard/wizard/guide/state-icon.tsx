import { CircleCheck, CircleDashed } from 'lucide-react'

/** Whether something is done, as an icon and for screen readers as a word. */
export function StateIcon({ isDone, word }: { isDone: boolean; word: string }) {
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <span className={`shrink-0 ${isDone ? 'text-success' : 'text-muted'}`}>
      <Icon size={20} aria-hidden="true" />
      <span className="sr-only">{word}: </span>
    </span>
  )
}
