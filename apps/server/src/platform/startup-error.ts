/** A start that a person can put right: the message is one sentence for the cause and one for the cure. */
export class StartupError extends Error {
  override name = 'StartupError';
}
