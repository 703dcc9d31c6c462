module boardstudio

go 1.26.8
