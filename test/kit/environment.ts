/** Variables of this process that hold until the end of a block: `using _ = environment({ XDG_STATE_HOME: folder })`. */
export function environment(own: Readonly<Record<string, string>>): Disposable {
  const before = Object.keys(own).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, own);
  return {
    [Symbol.dispose]() {
      // A variable that is set to undefined holds the word "undefined".
      for (const [name, value] of before)
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    },
  };
}
