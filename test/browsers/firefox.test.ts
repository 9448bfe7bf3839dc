import { describeChangedFiles } from "./changed-files.js";
import { describeField } from "./field.js";
import { firefox } from "./firefox.js";
import { describeTasks } from "./tasks.js";

describeTasks(firefox, false);
describeChangedFiles(firefox, true);
describeField(firefox);
