/** What a process of ours needs to run at all: everything else that a test wants it to know is told to it. */
export function bareEnv(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE };
}
