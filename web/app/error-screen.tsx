export function ErrorScreen() {
  return null
}
