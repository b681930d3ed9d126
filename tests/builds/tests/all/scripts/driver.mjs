// Runs written texts in Node. The arguments are the dialect and a folder. For each pattern, the folder has a module, and a
// table with a row for each position: the inputs, then the expected results.
import { readFileSync, readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [dialect, folder] = process.argv.slice(2);
const LOW = 0xffffffffn;
for (const file of readdirSync(folder).filter((file) => file.endsWith(".csv")).sort()) {
    const name = file.slice(0, -4);
    const [head, ...rows] = readFileSync(`${folder}/${file}`, "utf8").trim().split("\n").map((line) => line.split(","));
    const inputs = head.filter((column) => !column.startsWith("=")).length;
    const { [name]: compute } = await import(pathToFileURL(`${folder}/${name}.mjs`));
    for (const row of rows) {
        const words = row.map(BigInt);
        const halves = (words) => words.flatMap((word) => [Number(word & LOW), Number(word >> 32n)]);
        const form = dialect === "halves" ? halves : (words) => words;
        const given = form(words.slice(0, inputs));
        const expected = form(words.slice(inputs));
        // Signed columns contain the same bits as negative numbers, and a sum of columns can be too large.
        const signed = given.map((word) => (dialect === "halves" ? word | 0 : BigInt.asIntN(64, word)));
        const large = given.map((word) => (dialect === "halves" ? word + 2 ** 32 : word + (1n << 64n)));
        for (const arguments_ of [given, signed, large]) {
            const found = [compute(...arguments_)].flat();
            if (found.length !== expected.length || found.some((word, n) => word !== expected[n])) {
                throw new Error(`${name}: ${arguments_}: ${found}, expected ${expected}`);
            }
        }
    }
    console.log(`${name}: ${rows.length} positions`);
}
