/**
 * The pinned AWS SDK works on every version of Node that this service promises. What it prints at
 * the first use on Node 20 is about versions of it that are not pinned yet, which its operator can
 * do nothing about.
 */
export function silenceLibraries(): void {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
}
